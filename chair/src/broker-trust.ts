import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

/**
 * Reads the certificate authorities that the chair trusts, from a file in PEM format.
 * @throws Error with the file's name if the file is unreadable or contains no certificate
 */
export function readAuthorities(file: string): string {
  let pem = "";
  try {
    pem = readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  try {
    // Checks that the file contains a certificate. TLS would ignore an invalid file, and the chair would then trust no
    // broker.
    new X509Certificate(pem);
  } catch (error) {
    throw new Error(`${file} contains no certificate in PEM format`, { cause: error });
  }
  return pem;
}

const untrustedCodes = new Set<unknown>([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** Returns why a connection failed; for an untrusted certificate, the message also names the option to set. */
export function explainConnectionError(
  error: Error & { readonly code?: string | number | undefined },
  mqttUrl: string,
): string {
  const { hostname } = new URL(mqttUrl);
  if (untrustedCodes.has(error.code))
    return `the certificate of ${hostname} is not of a trusted authority; specify its authority with --ca`;
  if (error.code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `the broker's certificate is not for the host ${hostname}`;
  // If all addresses of a host name failed, the error has a code but no message.
  return error.message || String(error.code ?? error.name);
}
