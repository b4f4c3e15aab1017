import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import sharp from "sharp";
import { call } from "./http-client.ts";

export type Policy = ReplyOf<typeof getPolicy>;

export async function policyFor(http: FastifyInstance, token: string, dir?: string): Promise<Policy> {
  const answer = await call(http, getPolicy, dir === undefined ? {} : { dir }, { "access-token": token });
  if (answer.code !== 200) throw new Error(`getPolicy answers ${answer.code}: ${answer.message}`);
  return answer.data;
}

export const keyIn = (policy: Policy, name = "chair.jpg"): string => `${policy.dir}/${name}1795000000000`;

/** Returns the form's fields in the order of the contract. */
export const formOf = (policy: Policy, key = keyIn(policy)): [string, string][] => [
  ["name", "chair.jpg"],
  ["key", key],
  ["policy", policy.policy],
  ["OSSAccessKeyId", policy.accessid],
  ["success_action_status", "200"],
  ["signature", policy.signature],
  ["callback", policy.callback],
];

const boundary = "----reposo-test-boundary";
const line = (text: string) => Buffer.from(`${text}\r\n`);

export function multipart(
  fields: readonly (readonly [string, string])[],
  file: { bytes: Buffer; type?: string; field?: string; filename?: string } | null,
  after: readonly (readonly [string, string])[] = [],
): { payload: Buffer; headers: Record<string, string> } {
  const part = ([name, value]: readonly [string, string]) =>
    line(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`);
  const filePart = file && [
    line(
      `--${boundary}\r\nContent-Disposition: form-data; name="${file.field ?? "file"}"; filename="${file.filename ?? "a.jpg"}"\r\n` +
        `Content-Type: ${file.type ?? "image/jpeg"}\r\n`,
    ),
    file.bytes,
    line(""),
  ];
  return {
    payload: Buffer.concat([
      ...fields.map(part),
      ...(filePart ?? []),
      ...after.map(part),
      line(`--${boundary}--`),
    ]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

/** Posts a form to the server's own store, at the address of the policy. */
export function postForm(
  http: FastifyInstance,
  form: ReturnType<typeof multipart>,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return http.inject({ method: "POST", url: "/uploads/", ...form, headers: { ...form.headers, ...headers } });
}

/** Uploads a file. @returns the file's key */
export async function upload(
  http: FastifyInstance,
  token: string,
  file: { bytes: Buffer; type?: string },
): Promise<string> {
  const policy = await policyFor(http, token);
  const answer = await postForm(http, multipart(formOf(policy), file));
  if (answer.statusCode !== 200) throw new Error(`the store answers ${answer.statusCode}: ${answer.body}`);
  return keyIn(policy);
}

/** Returns a photo as a camera produces it, with a rotation and a location in its metadata. */
export const photo = (width = 640, height = 480): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#8a5a2b" } })
    .jpeg()
    .withExif({
      IFD0: { Copyright: "the place is a secret" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "14/1 35/1 0/1", GPSLongitudeRef: "E" },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
