/**
 * What the server draws in place of a page that only the browser can draw: bar, tabs and places of what comes. It
 * stands beside the app, which never meets it, until the page itself or its failure can be shown.
 */
const shapeId = "page-shape";

export const shapeStands = (): boolean => document.getElementById(shapeId) !== null;

export const takeShapeAway = (): void => document.getElementById(shapeId)?.remove();

/** From the next page on, what loads shows itself only after a moment again. */
export function leaveFirstPage(): void {
  delete document.documentElement.dataset.shape;
}
