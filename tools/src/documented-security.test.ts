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

/** Last requirement of levels 1 and 2 of each section of OWASP ASVS 5.0.0; they are numbered without gaps from 1. */
const asvsSections = `
  1.1.2 1.2.9 1.3.11 1.4.3 1.5.2 2.1.3 2.2.3 2.3.4 2.4.1 3.2.2 3.3.4 3.4.6 3.5.5 3.7.2 4.1.3 4.2.1 4.3.2 4.4.4
  5.1.1 5.2.3 5.3.2 5.4.3 6.1.3 6.2.12 6.3.4 6.4.4 6.5.5 6.6.3 6.8.4 7.1.3 7.2.4 7.3.2 7.4.5 7.5.2 7.6.2
  8.1.2 8.2.3 8.3.1 8.4.1 9.1.3 9.2.4 10.1.2 10.2.2 10.3.4 10.4.11 10.5.5 10.6.2 10.7.3 11.1.2 11.2.3 11.3.3 11.4.4
  11.5.1 11.6.1 12.1.3 12.2.2 12.3.4 13.1.1 13.2.5 13.3.2 13.4.5 14.1.2 14.2.4 14.3.3 15.1.3 15.2.3 15.3.7
  16.1.1 16.2.5 16.3.4 16.4.3 16.5.3 17.1.1 17.2.4 17.3.2`;

/** Returns the requirements of a range such as `1.2.6–1.2.8`, which may be a single one. */
function requirementsIn(range: string): string[] {
  const [first = "", last = first] = range.trim().split("–");
  const section = first.slice(0, first.lastIndexOf("."));
  const from = Number(first.split(".")[2]);
  return Array.from(
    { length: Number(last.split(".")[2]) - from + 1 },
    (_, index) => `${section}.${from + index}`,
  );
}

it("docs/security.md states each requirement of OWASP ASVS 5.0, level 2, exactly once, with a state and a reason", () => {
  const text = readFileSync(path.join(repositoryRoot, securityPath), "utf8");
  const rows = [
    ...text.matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \| (met|partly|not met|operator|n\/a) \| \S.* \|$/gm),
  ];
  const stated = rows.flatMap(([, ranges = ""]) => ranges.split(",").flatMap(requirementsIn));
  const required = asvsSections
    .trim()
    .split(/\s+/)
    .flatMap((last) => requirementsIn(`${last.slice(0, last.lastIndexOf("."))}.1–${last}`));
  expect(required).toHaveLength(253);
  expect(stated.sort()).toEqual(required.sort());
});
