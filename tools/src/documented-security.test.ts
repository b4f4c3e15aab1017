import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { securityPath } from "./named-tests.ts";
import { repositoryRoot, workspaces } from "./source-files.ts";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Parts of the names of packages that implement or wrap cryptographic algorithms. */
const cryptographic =
  /crypt|cipher|argon|scrypt|pbkdf|sodium|nacl|forge|noble|elliptic|openpgp|openssl|pkijs|(^|[-_/@.])(aes|rsa|ecc|ece|hmac|hash|sha\d*|md5|jose|jwt|jsonwebtoken|jws|otp|totp|x509|asn1)([-_/.]|$)/i;

/** `http_ece` calls `node:crypto`; the tests decrypt push messages with it. */
const accepted = ["http_ece"];

function packagesOf(folder: string): string[] {
  const file = path.join(repositoryRoot, folder, "package.json");
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(file, "utf8"),
  ) as Manifest;
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

it.each([
  "bcrypt",
  "crypto-js",
  "@noble/hashes",
  "@node-rs/argon2",
  "node-forge",
  "jsonwebtoken",
  "jose",
  "tweetnacl",
  "libsodium-wrappers",
  "sha.js",
])("recognises %s as a package for cryptography", (name) => expect(name).toMatch(cryptographic));

it("no package but node:crypto and WebCrypto implements cryptography", () => {
  const packages = [".", ...workspaces].flatMap(packagesOf);
  expect(packages.filter((name) => cryptographic.test(name)).sort()).toEqual(accepted);
});

it("docs/security.md states a deadline for updates of each severity, shorter for higher ones", () => {
  const text = readFileSync(path.join(repositoryRoot, securityPath), "utf8");
  const [, updates = ""] = text.split(/^## Updates$/m);
  const [section = ""] = updates.split(/^## /m);
  const rows = [...section.matchAll(/^\| (critical|high|medium|low)\b[^|]* \| (\d+) days \|$/gm)];
  expect(rows.map(([, severity]) => severity)).toEqual(["critical", "high", "medium", "low"]);
  const days = rows.map(([, , count]) => Number(count));
  expect([...new Set(days)].sort((a, b) => a - b)).toEqual(days);
});
