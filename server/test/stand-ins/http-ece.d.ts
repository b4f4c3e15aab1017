declare module "http_ece" {
  import type { ECDH } from "node:crypto";
  export function decrypt(
    message: Buffer,
    options: { version: "aes128gcm"; privateKey: ECDH; authSecret: string },
  ): Buffer;
}
