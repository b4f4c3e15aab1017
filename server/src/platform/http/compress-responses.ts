import fastifyCompress from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import { constants } from "node:zlib";

/** Below this size, a response fits into one packet with its headers. */
const minBytes = 1_024;

/**
 * Compresses JSON and pages for clients that accept it: lists and figures shrink to about a tenth, which decides how long
 * they take on a slow connection. Tokens are sent in a header that other sites cannot set, so that no other site can measure
 * the size of a response that contains both a secret and its own text (BREACH).
 */
export async function compressResponses(http: FastifyInstance): Promise<void> {
  await http.register(fastifyCompress, {
    threshold: minBytes,
    encodings: ["br", "gzip"],
    // Quality 4 makes documents 10 % larger; qualities above 5 take longer than the smaller size saves.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
    globalDecompression: false,
  });
}
