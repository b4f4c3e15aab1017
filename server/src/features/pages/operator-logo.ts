import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { StartError } from "#platform/config/settings.ts";
import type { OperatorConfig } from "#platform/config/config-operator.ts";

export interface OperatorLogo {
  readonly url: string;
  /** The content that the server serves; null for a logo at another address. */
  readonly file: { readonly content: Buffer; readonly type: string } | null;
}

export const logoPath = "/operator-logo";

const types: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};
/** A larger logo would delay the first view on a slow connection. */
const maxBytes = 100 * 1024;

/** Reads the operator's logo. @throws StartError if the file cannot be used */
export async function readLogo(logo: OperatorConfig["logo"]): Promise<OperatorLogo | null> {
  if (logo === null) return null;
  if ("url" in logo) return { url: logo.url, file: null };
  const type = types[extname(logo.file).toLowerCase()];
  if (type === undefined)
    throw new StartError("setting OPERATOR_LOGO must be an svg, png, webp, or jpg file");
  const content = await readFile(logo.file).catch((cause: unknown) => {
    throw new StartError("setting OPERATOR_LOGO names a file that cannot be read", { cause });
  });
  if (content.length > maxBytes)
    throw new StartError("setting OPERATOR_LOGO names a file of more than 100 kB");
  const version = createHash("sha256").update(content).digest("hex").slice(0, 12);
  return { url: `${logoPath}?v=${version}`, file: { content, type } };
}
