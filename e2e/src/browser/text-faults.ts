import type { Page } from "playwright-core";

/**
 * Returns one line for each defect of large text: clipped or overlapping text, broken words, and overlapping or
 * unreachable controls.
 */
export const textFaults = async (page: Page): Promise<string[]> => [
  ...(await page.evaluate(renderedFaults)),
  ...(await page.evaluate(reachFaults)),
];

function renderedFaults(): string[] {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const tolerance = 2;

  const isInvisible = (element: Element): boolean => {
    // Rows that the browser has not rendered yet have no reliable position.
    if (!element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })) return true;
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const { opacity, clip, clipPath } = getComputedStyle(at);
      if (opacity === "0" || clip !== "auto" || (clipPath !== "none" && at.clientWidth <= 1)) return true;
    }
    return false;
  };
  /** Returns by how many pixels the content at `box` is clipped without being reachable by scrolling. */
  function cutOff(element: Element, box: DOMRect): number {
    let overflow = 0;
    let [byWidth, byHeight] = [true, true];
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      const edge = at.getBoundingClientRect();
      if (/auto|scroll/.test(overflowX)) byWidth = false;
      if (/auto|scroll/.test(overflowY)) byHeight = false;
      if (byWidth && /hidden|clip/.test(overflowX))
        overflow = Math.max(overflow, edge.left - box.left, box.right - edge.right);
      if (byHeight && /hidden|clip/.test(overflowY))
        overflow = Math.max(overflow, edge.top - box.top, box.bottom - edge.bottom);
      if (position === "fixed") break;
    }
    return byWidth
      ? Math.max(overflow, -box.left, box.right - document.documentElement.clientWidth)
      : overflow;
  }
  /**
   * Returns the fixed or sticky bar that contains an element, or null. Content under a bar is reachable by scrolling.
   */
  function barOf(element: Element): Element | null {
    for (let at: Element | null = element; at !== null && at !== top; at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
    return null;
  }
  const across = (a: DOMRect, b: DOMRect): number =>
    Math.min(
      Math.min(a.right, b.right) - Math.max(a.left, b.left),
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
    );

  const canvas = document.createElement("canvas").getContext("2d");
  /**
   * Returns the part of a line's box that its letters use, because the height of the box depends on the installed
   * fonts.
   */
  function inkOf(element: Element, text: string, box: DOMRect): DOMRect {
    if (canvas === null) return box;
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
    canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const metrics = canvas.measureText(text);
    const above = metrics.fontBoundingBoxAscent - metrics.actualBoundingBoxAscent;
    const below = metrics.fontBoundingBoxDescent - metrics.actualBoundingBoxDescent;
    const scale = box.height / (metrics.fontBoundingBoxAscent + metrics.fontBoundingBoxDescent);
    return new DOMRect(box.x, box.y + above * scale, box.width, box.height - (above + below) * scale);
  }

  const texts: { text: string; box: DOMRect; node: Node; bar: Element | null }[] = [];
  const faults: string[] = [];
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim().replace(/\s+/g, " ").slice(0, 40) ?? "";
    if (text === "" || element === null || isInvisible(element)) continue;
    const bar = barOf(element);
    const range = document.createRange();
    // Identifiers may be broken, unlike words.
    for (const word of node.textContent?.matchAll(
      /(?<![\p{L}\p{N}])\p{Script=Latin}{4,}(?![\p{L}\p{N}])/gu,
    ) ?? []) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) faults.push(`"${word[0]}" is broken into ${lines.size} lines`);
    }
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1) continue;
      texts.push({ text, box: inkOf(element, node.textContent ?? "", box), node, bar });
      const cut = cutOff(element, box);
      if (cut > tolerance) faults.push(`"${text}" is cut off by ${Math.round(cut)} px`);
    }
  }
  for (const [at, { text, box, node, bar }] of texts.entries())
    for (const other of texts.slice(at + 1))
      if (other.node !== node && other.bar === bar && across(box, other.box) > tolerance)
        faults.push(`"${text}" and "${other.text}" lie across each other`);

  const controls = [...top.querySelectorAll("button, a[href], select, label, textarea, input")].filter(
    (control) => control.getClientRects().length > 0 && !isInvisible(control),
  );
  // Parts that a list has scrolled out of view do not count as covered.
  const visiblePart = (control: Element): DOMRect => {
    let { left, top: upper, right, bottom } = control.getBoundingClientRect();
    for (let around = control.parentElement; around !== null; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === "visible") continue;
      const box = around.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [upper, bottom] = [Math.max(upper, box.top), Math.min(bottom, box.bottom)];
    }
    return new DOMRect(left, upper, Math.max(0, right - left), Math.max(0, bottom - upper));
  };
  const named = (control: Element) =>
    `${control.tagName.toLowerCase()} "${(control.getAttribute("aria-label") ?? control.textContent).trim().slice(0, 30)}"`;
  for (const [at, control] of controls.entries())
    for (const other of controls.slice(at + 1)) {
      if (control.contains(other) || other.contains(control) || barOf(control) !== barOf(other)) continue;
      if (across(visiblePart(control), visiblePart(other)) > tolerance)
        faults.push(`${named(control)} and ${named(other)} lie across each other`);
    }
  return [...new Set(faults)];
}

function reachFaults(): string[] {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const faults: string[] = [];
  const before = [window.scrollX, window.scrollY] as const;
  for (const control of top.querySelectorAll<HTMLElement>("button, a[href], select, textarea, label")) {
    // The content of a collapsed section has a box as well.
    const hidden = "[inert], [aria-hidden=true], details:not([open]) > :not(summary)";
    const visible = control.getClientRects().length > 0 && !control.closest(hidden);
    if (!visible || getComputedStyle(control).visibility === "hidden") continue;
    control.scrollIntoView({ block: "center", inline: "center" });
    const box = control.getBoundingClientRect();
    if (Math.min(box.width, box.height) <= 1) continue;
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, window.innerWidth)];
    const [above, below] = [Math.max(box.top, 0), Math.min(box.bottom, window.innerHeight)];
    const hit = document.elementFromPoint((left + right) / 2, (above + below) / 2);
    if (hit === null || !(control.contains(hit) || hit.contains(control) || hit.closest("label") === control))
      faults.push(
        `${control.tagName.toLowerCase()} "${(control.getAttribute("aria-label") ?? control.textContent).trim().slice(0, 30)}" can't be reached: ${hit?.className ?? "nothing"} lies there`,
      );
  }
  window.scrollTo(...before);
  return [...new Set(faults)];
}
