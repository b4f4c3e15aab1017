import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { Readable } from "node:stream";

export interface FormFile {
  readonly contentType: string;
  readonly content: AsyncIterable<Buffer>;
}

/** Thrown if the body is not a form of the expected structure, or if the client disconnected. */
export class FormError extends Error {}

const limits = { fieldNameSize: 64, fieldSize: 8_192, fields: 16, files: 1, parts: 17, headerPairs: 8 };

/**
 * Reads a multipart form whose last part is one file named `file`. When that file begins, `receive` is called with the
 * preceding fields (names in lower case) and reads the file with back-pressure. The result of `receive` is returned
 * only if the form ends correctly, so that a truncated file is rejected.
 * @throws FormError, or the error of `receive`
 */
export function readFileForm<R>(
  body: Readable,
  contentType: string,
  receive: (fields: ReadonlyMap<string, string>, file: FormFile) => Promise<R>,
): Promise<R> {
  return new Promise<R>((resolve, reject) => {
    const fields = new Map<string, string>();
    let received: Promise<R> | null = null;
    let content: BusboyFileStream | null = null;
    let failure: Error | null = null;
    const end = Promise.withResolvers<void>();
    end.promise.catch(() => {});
    const parser = parserFor(contentType);
    const fail = (reason: Error) => {
      if (failure !== null) return;
      failure = reason;
      body.unpipe(parser);
      end.reject(reason);
      content?.destroy(reason);
      // The promise is rejected only after `receive` has cleaned up. The result of `receive` is ignored, because the
      // failure that occurred first is reported.
      void Promise.allSettled([received]).then(() => reject(reason));
    };

    parser.on("field", (name, value, nameCut, valueCut) => {
      const key = name.toLowerCase();
      if (nameCut || valueCut || received || fields.has(key)) fail(new FormError("fields"));
      else fields.set(key, value);
    });
    parser.on("file", (name, stream, _fileName, _encoding, mimeType) => {
      // `fail` destroys the stream with an error, which would end the process without a listener.
      stream.on("error", () => {});
      if (name !== "file" || received || failure) {
        stream.resume();
        fail(new FormError("file"));
        return;
      }
      content = stream;
      const file = { contentType: mimeType.toLowerCase(), content: untilEnd(stream, end.promise) };
      received = receive(fields, file);
      received.catch(fail);
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
      parser.on(limit, () => fail(new FormError(limit)));
    parser.on("error", (error: Error) => fail(new FormError("broken", { cause: error })));
    parser.on("finish", () => {
      if (received === null) fail(new FormError("no file"));
      end.resolve();
      if (failure === null) received?.then(resolve, reject);
    });
    body.on("error", (error) => fail(new FormError("aborted", { cause: error })));
    body.on("close", () => {
      if (!body.readableEnded) fail(new FormError("aborted"));
    });
    body.pipe(parser);
  });
}

/** Yields the file's bytes and ends only when the whole form has ended. */
async function* untilEnd(stream: Readable, end: Promise<void>): AsyncGenerator<Buffer> {
  for await (const piece of stream) yield piece as Buffer;
  await end;
}

function parserFor(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits });
  } catch (error) {
    throw new FormError("not multipart", { cause: error });
  }
}
