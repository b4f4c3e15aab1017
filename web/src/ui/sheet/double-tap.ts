/** Time and distance within which a tap counts as the second one of a double tap. */
const milliseconds = 400;
const pixels = 24;

const layerOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest("dialog") : null;

/**
 * Ignores the second tap of a double tap if a sheet has opened or closed in between, because it would press another
 * element.
 */
export function ignoreDoubleTaps(): void {
  let last: { at: number; x: number; y: number; layer: Element | null } | undefined;
  document.addEventListener(
    "click",
    (event) => {
      const { timeStamp: at, clientX: x, clientY: y, detail, pointerType, target } = event;
      // Clicks by keyboard have no position, and mouse clicks are precise. In older browsers, which do not report the
      // pointer type, mouse clicks are treated like taps.
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
