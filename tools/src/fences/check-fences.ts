import type { Problem, SourceFile } from "#source-files.ts";
import { type Fence, readAsCode } from "./code.ts";
import { cycleFences } from "./cycle-fences.ts";
import { completenessFences, lengthFences, logFences, nameFences } from "./file-fences.ts";
import { barrelFences, packageFences, pathFences } from "./package-fences.ts";
import { clockFences, featureRoles, knowledgeFences, serverLayers, sqlFences } from "./server-fences.ts";
import { fetchFences, webIndexes, webLayers } from "./web-fences.ts";

const fences: readonly Fence[] = [
  packageFences,
  pathFences,
  barrelFences,
  serverLayers,
  featureRoles,
  knowledgeFences,
  sqlFences,
  clockFences,
  webLayers,
  webIndexes,
  fetchFences,
  cycleFences,
  lengthFences,
  nameFences,
  completenessFences,
  logFences,
];

/** Every rule of the house that code can break; the rules themselves are in design words in ARCHITECTURE.md. */
export function checkFences(files: readonly SourceFile[]): Problem[] {
  const code = files.map(readAsCode);
  return fences.flatMap((fence) => fence(code));
}
