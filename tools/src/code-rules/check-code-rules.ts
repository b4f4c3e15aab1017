import type { Problem, SourceFile } from "#source-files.ts";
import { type CodeRule, readAsCode } from "./code-rule.ts";
import { cycleRules, featureCycleRules } from "./cycle-rules.ts";
import {
  completenessRules,
  cryptographyRules,
  lengthRules,
  logRules,
  nameRules,
  patternRules,
} from "./file-rules.ts";
import { barrelRules, indexRules, packageRules, pathRules } from "./package-rules.ts";
import {
  clockRules,
  featureRoles,
  serverLayers,
  sqlRules,
  subDomainRules,
  usageRules,
} from "./server-rules.ts";
import { fetchRules, schemaRules, webIndexes, webLayers } from "./web-rules.ts";

const codeRules: readonly CodeRule[] = [
  packageRules,
  pathRules,
  barrelRules,
  indexRules,
  serverLayers,
  featureRoles,
  subDomainRules,
  usageRules,
  sqlRules,
  clockRules,
  webLayers,
  webIndexes,
  fetchRules,
  schemaRules,
  cycleRules,
  featureCycleRules,
  lengthRules,
  nameRules,
  completenessRules,
  logRules,
  cryptographyRules,
  patternRules,
];

/** Checks the rules on imports, files, and code that CONTRIBUTING.md lists. */
export function checkCodeRules(files: readonly SourceFile[]): Problem[] {
  const code = files.map(readAsCode);
  return codeRules.flatMap((rule) => rule(code));
}
