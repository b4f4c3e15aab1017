import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { type Currency, currencies } from "@reposo/contract/money/currencies.ts";
import type { OnlinePayment, PaymentMethod } from "@reposo/contract/page-rendering.ts";
import type { Config } from "#platform/config/config.ts";
import type { LogoSource } from "#platform/config/logo-source.ts";
import { StartError } from "#platform/config/settings.ts";

export interface Logos {
  /** URL of the operator's logo. */
  readonly operatorUrl: string | null;
  readonly methods: OnlinePayment["methods"];
  /** The files that the server serves, by the last part of their path. */
  readonly files: ReadonlyMap<string, { readonly content: Buffer; readonly type: string }>;
}

export const logoFolder = "/logos";

const types: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};
/** A larger logo would delay the first view on a slow connection. */
const maxBytes = 100 * 1024;

/** Reads the logos of the operator and of the payment methods. @throws StartError if a file cannot be used */
export async function readLogos({
  operator,
  payments,
}: {
  readonly operator: Pick<Config["operator"], "logo">;
  readonly payments: Pick<Config["payments"], "methods">;
}): Promise<Logos> {
  const files = new Map<string, { content: Buffer; type: string }>();

  async function urlOf(source: LogoSource | null, setting: string): Promise<string | null> {
    if (source === null) return null;
    if ("url" in source) return source.url;
    const type = types[extname(source.file).toLowerCase()];
    if (type === undefined) throw new StartError(`setting ${setting} must be an svg, png, webp, or jpg file`);
    const content = await readFile(source.file).catch((cause: unknown) => {
      throw new StartError(`setting ${setting} names a file that cannot be read`, { cause });
    });
    if (content.length > maxBytes)
      throw new StartError(`setting ${setting} names a file of more than 100 kB`);
    const name = createHash("sha256").update(content).digest("hex").slice(0, 12);
    files.set(name, { content, type });
    return `${logoFolder}/${name}`;
  }

  const methods: Partial<Record<Currency, PaymentMethod[]>> = {};
  for (const currency of currencies) {
    const given = payments.methods[currency];
    if (given === undefined) continue;
    methods[currency] = await Promise.all(
      given.map(async ({ name, logo }) => ({ name, logoUrl: await urlOf(logo, "PAYMENT_METHODS") })),
    );
  }
  return {
    operatorUrl: await urlOf(operator.logo, "OPERATOR_LOGO"),
    methods,
    files,
  };
}
