/** Time and distance within which another tap belongs to the first. */
const milliseconds = 400;
const pixels = 24;

const layerOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest("dialog") : null;

/** The second tap of a double tap must not press what a sheet has covered or uncovered meanwhile. */
export function ignoreDoubleTaps(): void {
  let last: { at: number; x: number; y: number; layer: Element | null } | undefined;
  document.addEventListener(
    "click",
    (event) => {
      const { timeStamp: at, clientX: x, clientY: y, detail, pointerType, target } = event;
      // Clicks by key have no position, and those by mouse are precise. Older browsers do not report the pointer type.
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
