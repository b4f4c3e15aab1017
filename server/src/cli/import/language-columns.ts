import { type Language, languages } from "@reposo/contract/text/languages.ts";

type PerLanguage<P extends string, T> = Readonly<Record<`${P}_${Language}`, T>>;

/** Returns the columns of a text in each language, such as `name_zh_TW`. */
export const perLanguage = <const P extends string, T>(prefix: P, value: T): PerLanguage<P, T> =>
  Object.fromEntries(languages.map((language) => [`${prefix}_${language}`, value])) as PerLanguage<P, T>;

type ByLanguage<R, P extends string> = {
  readonly [K in keyof R as K extends `${P}_${infer L extends Language}` ? L : K]: R[K];
};

/** Renames these columns of a row to the languages; absent columns stay absent. */
export function byLanguage<const R extends object, const P extends string>(
  row: R,
  prefix: P,
): ByLanguage<R, P> {
  const names = new Map<string, string>(languages.map((language) => [`${prefix}_${language}`, language]));
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [names.get(column) ?? column, value as unknown]),
  ) as ByLanguage<R, P>;
}
