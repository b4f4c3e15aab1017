declare module "fontkit" {
  /** Reads a font, also a compressed one (WOFF2). */
  export function create(font: Buffer): { hasGlyphForCodePoint(code: number): boolean };
}
