import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { create } from "fontkit";
import subsetFont from "subset-font";

/** Fonts in the order in which they are searched for a character: Latin with currency signs, then both Chinese scripts. */
const families = [
  { name: "noto-sans", index: import.meta.resolve("@fontsource-variable/noto-sans/unicode.json") },
  { name: "noto-sans-sc", index: import.meta.resolve("@fontsource-variable/noto-sans-sc/unicode.json") },
  { name: "noto-sans-tc", index: import.meta.resolve("@fontsource-variable/noto-sans-tc/unicode.json") },
];

/** A file of a family, which contains the characters of these ranges. */
interface FontFile {
  readonly path: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

async function readFamily({ name, index }: (typeof families)[number]): Promise<FontFile[]> {
  const rangesOfFiles = JSON.parse(await readFile(new URL(index), "utf8")) as Record<string, string>;
  return Object.entries(rangesOfFiles).map(([part, ranges]) => ({
    path: fileURLToPath(new URL(`files/${name}-${part.replace(/[[\]]/g, "")}-wght-normal.woff2`, index)),
    ranges: ranges.split(",").map((range) => {
      const [first = 0, last = first] = range
        .replace("U+", "")
        .split("-")
        .map((hex) => Number.parseInt(hex, 16));
      return [first, last] as const;
    }),
  }));
}

export interface TextFonts {
  /** The fonts by name. */
  readonly fonts: ReadonlyMap<string, Buffer>;
  /** Splits any part of the text into runs of one font; characters without a font become "?". */
  splitByFont(part: string): { readonly text: string; readonly font: string }[];
}

const replacement = "?";
/** Characters that show nothing, such as the selectors of emoji, or that change the direction of the text. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u;

/**
 * Prepares fonts for the characters of a text. A PDF embeds only what it uses, and each font is a static one, because
 * pdfkit embeds neither variable fonts nor WOFF2.
 */
export async function loadFonts(text: string): Promise<TextFonts> {
  const files = (await Promise.all(families.map(readFamily))).flat();
  const contents = new Map<FontFile, { readonly data: Buffer; readonly has: (code: number) => boolean }>();
  async function contentOf(file: FontFile) {
    const known = contents.get(file);
    if (known !== undefined) return known;
    const data = await readFile(file.path);
    const font = create(data);
    const content = { data, has: (code: number) => font.hasGlyphForCodePoint(code) };
    contents.set(file, content);
    return content;
  }
  /** The ranges of a file also contain characters that it lacks, such as emoji. */
  async function fileOf(character: string): Promise<FontFile | undefined> {
    const code = character.codePointAt(0) as number;
    for (const file of files)
      if (
        file.ranges.some(([first, last]) => code >= first && code <= last) &&
        (await contentOf(file)).has(code)
      )
        return file;
    return undefined;
  }
  const used = new Map<string, FontFile>();
  for (const character of new Set(text + replacement)) {
    const file = await fileOf(character);
    if (file !== undefined) used.set(character, file);
  }
  const replacementFile = used.get(replacement) as FontFile;
  const fonts = new Map<string, Buffer>();
  for (const file of new Set(used.values())) {
    const characters = [...used].filter(([, of]) => of === file).map(([character]) => character);
    const options = { targetFormat: "truetype", variationAxes: { wght: 400 } } as const;
    fonts.set(file.path, await subsetFont((await contentOf(file)).data, characters.join(""), options));
  }
  return {
    fonts,
    splitByFont(part) {
      const runs: { text: string; font: string }[] = [];
      for (const given of part) {
        if (ignorable.test(given)) continue;
        const character = given === "\n" || used.has(given) ? given : replacement;
        const font = (used.get(character) ?? replacementFile).path;
        const last = runs.at(-1);
        if (last?.font === font) last.text += character;
        else runs.push({ text: character, font });
      }
      return runs;
    },
  };
}
