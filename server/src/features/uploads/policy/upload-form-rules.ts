import { maxVideoBytes } from "@reposo/contract/feedback/media-limits.ts";
import { declarableTypes } from "#features/uploads/media-rules.ts";

/** The bucket name in policies of the server's own store. */
export const ownBucket = "reposo";
export const policyMilliseconds = 5 * 60_000;
export const maxFilesPerFeedback = 52;

type Condition = Readonly<Record<string, string>> | readonly unknown[];

export interface PostPolicy {
  readonly expiration: string;
  readonly conditions: readonly Condition[];
}

/** Builds the policy in the format of Alibaba Cloud's PostObject. */
export const postPolicy = (policy: { bucket: string; dir: string; expiresAt: Date }): PostPolicy => ({
  expiration: policy.expiresAt.toISOString(),
  conditions: [
    { bucket: policy.bucket },
    ["starts-with", "$key", `${policy.dir}/`],
    ["content-length-range", 1, maxVideoBytes],
    ["in", "$content-type", declarableTypes],
    ["eq", "$success_action_status", "200"],
  ],
});

/** The form's fields before the file; names are in lower case. */
export type UploadFields = ReadonlyMap<string, string>;

const required = ["key", "policy", "ossaccesskeyid", "success_action_status", "signature"];
const known = [...required, "name", "callback", "offset"];

export const hasValidFields = (fields: UploadFields): boolean =>
  required.every((name) => fields.has(name)) && [...fields.keys()].every((name) => known.includes(name));

/** Returns the number of bytes of the file that an earlier, interrupted form contained; null if it is invalid. */
export function offsetOf(fields: UploadFields): number | null {
  const offset = fields.get("offset") ?? "0";
  return /^(0|[1-9][0-9]{0,9})$/.test(offset) ? Number(offset) : null;
}

export function readPolicy(json: string): PostPolicy | null {
  try {
    const policy = JSON.parse(json) as Partial<PostPolicy> | null;
    if (typeof policy?.expiration !== "string" || !Array.isArray(policy.conditions)) return null;
    return { expiration: policy.expiration, conditions: policy.conditions };
  } catch {
    return null;
  }
}

export interface Posted {
  readonly bucket: string;
  readonly fields: UploadFields;
  readonly contentType: string;
  /** Start of the request. The policy must be valid at this time, and may expire during a long upload. */
  readonly startedAt: Date;
}

/** Returns whether the policy was valid at the start of the request, and the form meets all its conditions. */
export function matchesPolicy(policy: PostPolicy, posted: Posted): boolean {
  const expiresAt = Date.parse(policy.expiration);
  if (!(posted.startedAt.getTime() < expiresAt)) return false;
  return policy.conditions.length > 0 && policy.conditions.every((condition) => isMet(condition, posted));
}

function isMet(condition: Condition, posted: Posted): boolean {
  if (!Array.isArray(condition)) {
    const entries = Object.entries(condition as Record<string, string>);
    return entries.length === 1 && entries.every(([name, value]) => valueOf(name, posted) === value);
  }
  const [operator, name, value] = condition as readonly unknown[];
  // `stageFile` checks the size while the server receives the file.
  if (operator === "content-length-range") return typeof name === "number" && typeof value === "number";
  if (typeof name !== "string" || !name.startsWith("$")) return false;
  const given = valueOf(name.slice(1).toLowerCase(), posted);
  if (given === undefined) return false;
  if (operator === "eq") return given === value;
  if (operator === "starts-with") return typeof value === "string" && given.startsWith(value);
  return operator === "in" && Array.isArray(value) && value.includes(given);
}

function valueOf(name: string, { bucket, fields, contentType }: Posted): string | undefined {
  if (name === "bucket") return bucket;
  return name === "content-type" ? contentType : fields.get(name);
}

/** A folder consists of a prefix, the day, and 16 random bytes in base64url. */
const dirPattern = /^[A-Za-z0-9_-]{1,32}\/[0-9]{8}\/[A-Za-z0-9_-]{22}$/;
// A name is never a path: it has no separators or control characters, and is neither `.` nor `..`.
const namePattern = /^(?!\.{1,2}$)[^/\\\p{Cc}\p{Cs}]{1,300}$/u;

/** Returns the folder of a key; null if the key is invalid. */
export function dirOf(key: string): string | null {
  const cut = key.lastIndexOf("/");
  const [dir, name] = [key.slice(0, cut), key.slice(cut + 1)];
  return cut > 0 && key.length <= 512 && dirPattern.test(dir) && namePattern.test(name) ? dir : null;
}
