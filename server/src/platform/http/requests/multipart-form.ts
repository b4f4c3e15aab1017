import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { Readable } from "node:stream";

export interface FormFile {
  readonly contentType: string;
  readonly content: AsyncIterable<Buffer>;
}

/** What was sent is no form of the agreed shape, or its sender went away. */
export class FormError extends Error {}

const limits = { fieldNameSize: 64, fieldSize: 8_192, fields: 16, files: 1, parts: 17, headerPairs: 8 };

/**
 * Reads a multipart form whose last part is one file under the name `file`. `take` is called as soon as that file
 * begins, with the fields before it (names in lower case), and reads it at its own pace. What `take` resolves to
 * counts only once the form has ended as it should: a file cut short is no file.
 */
export function readFileForm<R>(
  body: Readable,
  contentType: string,
  take: (fields: ReadonlyMap<string, string>, file: FormFile) => Promise<R>,
): Promise<R> {
  return new Promise<R>((resolve, reject) => {
    const fields = new Map<string, string>();
    let taking: Promise<R> | null = null;
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
      // Only once nothing of it is left behind.
      void settled(taking).then(() => reject(reason));
    };

    parser.on("field", (name, value, nameCut, valueCut) => {
      const known = name.toLowerCase();
      if (nameCut || valueCut || taking || fields.has(known)) fail(new FormError("fields"));
      else fields.set(known, value);
    });
    parser.on("file", (name, stream, _fileName, _encoding, mimeType) => {
      stream.on("error", () => {});
      if (name !== "file" || taking || failure) {
        stream.resume();
        fail(new FormError("file"));
        return;
      }
      content = stream;
      const file = { contentType: mimeType.toLowerCase(), content: untilEnd(stream, end.promise) };
      taking = take(fields, file);
      taking.catch(fail);
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
      parser.on(limit, () => fail(new FormError(limit)));
    parser.on("error", (error: Error) => fail(new FormError("broken", { cause: error })));
    parser.on("finish", () => {
      if (taking === null) fail(new FormError("no file"));
      end.resolve();
      if (failure === null) taking?.then(resolve, reject);
    });
    body.on("error", (error) => fail(new FormError("aborted", { cause: error })));
    body.on("close", () => {
      if (!body.readableEnded) fail(new FormError("aborted"));
    });
    body.pipe(parser);
  });
}

async function settled(taking: Promise<unknown> | null): Promise<void> {
  // Its own failure has no say any more: the form's came first.
  await taking?.catch(() => {});
}

/** The file's bytes; over only when the form around them is. */
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
