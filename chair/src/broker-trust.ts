import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

/**
 * The authorities that a broker's certificate must be of, from a file in PEM format.
 * @throws Error with the file's name
 */
export function readAuthorities(file: string): string {
  let pem = "";
  try {
    pem = readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  try {
    // Without this check, TLS would ignore an invalid file and trust no broker.
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

/** Why a connection failed, in a sentence that names what to change. */
export function explainConnectionError(
  error: Error & { readonly code?: string | number | undefined },
  mqttUrl: string,
): string {
  const { hostname } = new URL(mqttUrl);
  if (untrustedCodes.has(error.code))
    return `the certificate of ${hostname} is not of a trusted authority; specify its authority with --ca`;
  if (error.code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `the broker's certificate is not for the host ${hostname}`;
  // For a host name with several addresses the error has a code but no message.
  return error.message || String(error.code ?? error.name);
}
