import type { Problem } from "#source-files.ts";
import { type Code, type Fence, checkImports, checkLines } from "./code.ts";

const layers = ["locales", "platform", "ui", "features", "screens", "entry"] as const;
type Layer = (typeof layers)[number];

function layerOf(file: string): Layer {
  const folder = file.split("/")[2] ?? "";
  return layers.find((each) => each === folder) ?? "entry";
}

function featureOf(file: string): string | null {
  return /^web\/src\/features\/([^/]+)\//.exec(file)?.[1] ?? null;
}

function audienceOf(file: string): string | null {
  return /^web\/src\/screens\/(customer|manager)\//.exec(file)?.[1] ?? null;
}

function ownCode(code: readonly Code[]): Code[] {
  return code.filter((file) => file.path.startsWith("web/src/") && !file.test);
}

/** Rule 3 on the web: screens compose features, features never meet, and each audience loads its own screens. */
export const webLayers: Fence = (code) =>
  checkImports(ownCode(code), (file, { target }) => {
    if (target.kind !== "file" || target.workspace !== "web") return null;
    const [from, to] = [layerOf(file.path), layerOf(target.path)];
    if (layers.indexOf(to) > layers.indexOf(from)) return `${from} may not import ${to}`;
    const [feature, met] = [featureOf(file.path), featureOf(target.path)];
    if (feature !== null && met !== null && feature !== met)
      return "features never meet: a screen composes them";
    const [audience, other] = [audienceOf(file.path), audienceOf(target.path)];
    if (audience !== null && other !== null && audience !== other) {
      return `${audience} screens may not load ${other} screens`;
    }
    return null;
  });

const fetching = /(^|[^\w.])fetch\(|\bnew (XMLHttpRequest|EventSource|WebSocket)\b|\bsendBeacon\(/;

export const fetchFences: Fence = (code): Problem[] => [
  ...ownCode(code)
    .filter((file) => layerOf(file.path) !== "platform")
    .flatMap((file) => checkLines(file, fetching, "only web/src/platform talks to the network")),
  ...checkImports(ownCode(code), (file, { target, typeOnly }) => {
    if (layerOf(file.path) !== "ui" || typeOnly) return null;
    const fetches =
      (target.kind === "package" && target.name === "@tanstack/react-query") ||
      (target.kind === "file" && /^web\/src\/platform\/(api|live)/.test(target.path));
    return fetches ? "ui never fetches" : null;
  }),
];
