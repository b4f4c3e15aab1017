import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Returns a sequencer that starts the named test files first, in this order. A fresh clone knows no durations, and a long
 * file that starts last would leave the other cores idle.
 */
export function longestFirst(names: readonly string[]): typeof BaseSequencer {
  const rankOf = ({ moduleId }: TestSpecification): number => {
    const rank = names.indexOf(path.basename(moduleId, ".test.ts"));
    return rank === -1 ? names.length : rank;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
    }
  };
}
