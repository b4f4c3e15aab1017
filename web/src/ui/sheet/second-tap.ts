/** How soon after a tap, and how near to it, another one belongs to it. */
const milliseconds = 400;
const pixels = 24;

const layerOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest("dialog") : null;

/**
 * The second half of a double tap is for what the first one met. Where that has given way, to a sheet that rose over
 * it or to the page behind one that left, it must press nothing there.
 */
export function swallowSecondTaps(): void {
  let last: { at: number; x: number; y: number; layer: Element | null } | undefined;
  document.addEventListener(
    "click",
    (event) => {
      const { timeStamp: at, clientX: x, clientY: y, detail, pointerType, target } = event;
      // A key's own click has no place, and a mouse's is aimed. Older browsers do not say what was used.
      if (detail === 0 || pointerType === "mouse") return;
      const layer = layerOf(target);
      const isSecond =
        last !== undefined &&
        at - last.at < milliseconds &&
        Math.abs(x - last.x) < pixels &&
        Math.abs(y - last.y) < pixels;
      if (isSecond && last?.layer !== layer) {
        event.preventDefault();
        event.stopPropagation();
      } else last = { at, x, y, layer };
    },
    true,
  );
}
