import { box } from "./upload-client.ts";

/** What must not be found in a film that was cleaned: where it was taken, in every home that it may have. */
export const place = "+14.5995+120.9842/";

const list = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};
const number = (...values: number[]): Buffer => list(values);
const text = (words: string): Buffer => Buffer.from(words, "latin1");
const full = (type: string, ...content: Buffer[]) => box(type, number(0), ...content);

interface Track {
  readonly handler: string;
  /** Chunks of one sample each, where they lie in the file. */
  readonly samples: readonly { readonly at: number; readonly bytes: number }[];
  readonly constantSize?: number;
  readonly trackId?: number;
}

function track({ handler, samples, constantSize = 0, trackId = 1 }: Track): Buffer {
  const sizes = constantSize > 0 ? [] : samples.map(({ bytes }) => bytes);
  const table = box(
    "stbl",
    full("stsd", number(1), box("avc1", Buffer.alloc(78))),
    full("stts", number(1, samples.length, 1)),
    full("stsc", number(1, 1, 1, 1)),
    full("stsz", number(constantSize, samples.length), list(sizes)),
    full("stco", number(samples.length), list(samples.map(({ at }) => at))),
  );
  const reference = full("dref", number(1), box("url ", number(1)));
  return box(
    "trak",
    full("tkhd", number(0, 0, trackId), Buffer.alloc(68)),
    box("udta", box("\xa9xyz", text(place))),
    box(
      "mdia",
      full("mdhd", Buffer.alloc(20)),
      full("hdlr", number(0), text(handler), Buffer.alloc(12), text(`a track of ${place}`)),
      box("minf", full("vmhd", Buffer.alloc(8)), box("dinf", reference), table),
    ),
  );
}

const appleKeys = (): Buffer =>
  box(
    "meta",
    full("hdlr", number(0), text("mdta"), Buffer.alloc(12)),
    full("keys", number(1), box("mdta", text("com.apple.quicktime.location.ISO6709"))),
    box("ilst", box("\0\0\0\x01", box("data", number(1, 0), text(place)))),
  );

export interface BuiltFilm {
  readonly bytes: Buffer;
  /** Coded picture and sound: has to stay as it is, where it is. */
  readonly shown: readonly { readonly at: number; readonly content: string }[];
}

/** A film as a phone makes it, with a track of positions between picture and sound. */
export function isoFilmWithPlace({ moof = false } = {}): BuiltFilm {
  const begin = box("ftyp", text("qt  \0\0\0\0qt  "));
  const hidden = box(moof ? "moof" : "free", text(`GPS ${place}`));
  const contents = [
    "picture one ",
    `at ${place}`,
    "sound one...",
    "picture two ",
    `gap ${place}`,
    "sound two...",
  ];
  const first = begin.length + hidden.length + 8;
  const starts = contents.map((_, index) => first + contents.slice(0, index).join("").length);
  const at = (index: number) => ({ at: starts[index] as number, bytes: (contents[index] as string).length });
  const movie = box(
    "moov",
    full("mvhd", Buffer.alloc(96)),
    track({ handler: "vide", samples: [at(0), at(3)] }),
    track({ handler: "soun", samples: [at(2), at(5)] }),
    track({ handler: "meta", samples: [at(1)] }),
    box("udta", box("\xa9xyz", text(place)), full("loci", text(place)), box("meta", text(place)), number(0)),
    appleKeys(),
    box("gps ", text(place)),
  );
  const bytes = Buffer.concat([
    begin,
    hidden,
    box("mdat", text(contents.join(""))),
    movie,
    box("uuid", Buffer.alloc(16, 7), text(`<x:xmpmeta>${place}</x:xmpmeta>`)),
    box("meta", text(place)),
  ]);
  return {
    bytes,
    shown: [0, 2, 3, 5].map((index) => ({ at: at(index).at, content: contents[index] as string })),
  };
}

/** Uncompressed sound of two chunks, whose samples are said to be of one byte each. */
export function elasticFilm(): BuiltFilm {
  const begin = box("ftyp", text("qt  \0\0\0\0qt  "));
  const contents = ["sound one...", "sound two..."];
  const starts = [begin.length + 8, begin.length + 20];
  const samples = starts.map((at) => ({ at, bytes: 12 }));
  const movie = box(
    "moov",
    full("mvhd", Buffer.alloc(96)),
    track({ handler: "soun", samples, constantSize: 1 }),
  );
  const bytes = Buffer.concat([begin, box("mdat", text(contents.join(""))), movie]);
  return { bytes, shown: starts.map((at, index) => ({ at, content: contents[index] as string })) };
}

/** Made to be slow: many empty boxes of samples before the one that holds them, and many chunks. */
export function crowdedFilm({ boxes, chunks }: { boxes: number; chunks: number }): Buffer {
  const begin = Buffer.concat([
    box("ftyp", text("qt  \0\0\0\0qt  ")),
    ...Array.from({ length: boxes }, () => box("mdat")),
  ]);
  const samples = Array.from({ length: chunks }, (_, index) => ({ at: begin.length + 8 + index, bytes: 1 }));
  const movie = box(
    "moov",
    full("mvhd", Buffer.alloc(96)),
    track({ handler: "vide", samples, constantSize: 1 }),
  );
  return Buffer.concat([begin, box("mdat", Buffer.alloc(chunks, 1)), movie]);
}

interface Fragments {
  readonly handlers?: readonly string[];
  /** How a fragment tells where its samples lie: from the file's beginning, its own, or by what it does not say. */
  readonly base?: "file" | "fragment" | "unsaid";
  /** Who says how large a sample is. */
  readonly sizes?: "run" | "fragment" | "film";
}

/** As a browser records it: each fragment tells of its own samples, a place stands before, between and behind them. */
export function fragmentedFilm({
  handlers = ["vide"],
  base = "fragment",
  sizes = "run",
}: Fragments = {}): BuiltFilm {
  const begin = box("ftyp", text("iso5\0\0\0\0iso5"));
  const usual = sizes === "film" ? 12 : 0;
  const movie = box(
    "moov",
    full("mvhd", Buffer.alloc(96)),
    ...handlers.map((handler, index) => track({ handler, samples: [], trackId: index + 1 })),
    box("mvex", ...handlers.map((_, index) => full("trex", number(index + 1, 1, 0, usual, 0)))),
    box("udta", box("\xa9xyz", text(place))),
  );
  const shown: { at: number; content: string }[] = [];
  const fragments: Buffer[] = [begin, movie];
  for (const part of ["one", "two"]) {
    const before = Buffer.concat(fragments).length;
    const contents = handlers.map((_, index) => `track ${index}: ${part}`);
    // What is said nowhere begins with the fragment, then behind the samples of the track before.
    const gap = base === "unsaid" ? "" : `at ${place}`;
    const moofOf = (firstAt: number) => {
      let at = firstAt;
      const tracks = contents.map((content, index) => {
        at += gap.length;
        const flags = { file: 0x1, fragment: 0x20000, unsaid: 0 }[base] + (sizes === "fragment" ? 0x10 : 0);
        const header = box(
          "tfhd",
          number(flags, index + 1),
          base === "file" ? number(0, at) : number(),
          sizes === "fragment" ? number(12) : number(),
        );
        const isPlaced = base === "fragment" || (base === "unsaid" && index === 0);
        const offset = isPlaced ? number(at - before) : number();
        const each = sizes === "run" ? number(7, 5, 7, 7) : number();
        const runFlags = (isPlaced ? 0x1 : 0) + (sizes === "run" ? 0x300 : 0);
        const samples = sizes === "run" ? 2 : 1;
        at += content.length;
        const run = box("trun", number(runFlags, samples), offset, each);
        return box("traf", header, run, box("uuid", Buffer.alloc(16), text(place)));
      });
      return box("moof", full("mfhd", number(1)), ...tracks);
    };
    const first = before + moofOf(before).length + 8;
    for (const [index, content] of contents.entries())
      shown.push({ at: first + (index + 1) * gap.length + index * content.length, content });
    const samples = contents.map((content) => gap + content).join("");
    fragments.push(moofOf(first), box("mdat", text(`${samples}behind ${place}`)));
  }
  return { bytes: Buffer.concat([...fragments, box("udta", text(place))]), shown };
}

const element = (id: string, content: Buffer, size: "known" | "unknown" = "known"): Buffer => {
  const head = Buffer.alloc(8);
  if (size === "unknown") head.fill(0xff).writeUInt8(1, 0);
  else head.writeBigUInt64BE((1n << 56n) | BigInt(content.length), 0);
  return Buffer.concat([Buffer.from(id, "hex"), head, content]);
};

/** A film as a browser records it (`live`: without knowing how long anything will be), or as a program writes it. */
export function webmFilmWithPlace({ live = false, trackType = 1 } = {}): BuiltFilm {
  const block = (content: string) => element("a3", text(content));
  const info = element(
    "1549a966",
    Buffer.concat([
      element("2ad7b1", Buffer.from([0x0f, 0x42, 0x40])),
      element("7ba9", text(`filmed at ${place}`)),
      element("4d80", text("a program")),
      element("5741", text("a program")),
    ]),
  );
  const entry = Buffer.concat([
    element("d7", Buffer.from([1])),
    element("83", Buffer.from([trackType])),
    element("536e", text(place)),
    element("41e4", text(`measured beside it: ${place}`)),
    element("86", text("V_VP8")),
  ]);
  const cluster = (content: string) =>
    element(
      "1f43b675",
      Buffer.concat([
        element("e7", Buffer.from([0])),
        block(content),
        element("a0", Buffer.concat([element("a1", text("grouped")), element("75a1", text(place))])),
      ]),
      live ? "unknown" : "known",
    );
  const content = Buffer.concat([
    info,
    element("1654ae6b", element("ae", entry)),
    element("1254c367", text(`LOCATION ${place}`)),
    cluster("picture one "),
    cluster("picture two "),
    element("1941a469", text(`places.gpx ${place}`)),
    element("4fff", text(place)),
  ]);
  const header = element("1a45dfa3", element("4282", text("webm")));
  const bytes = Buffer.concat([header, element("18538067", content, live ? "unknown" : "known")]);
  const shown = ["picture one ", "picture two ", "grouped", "V_VP8"].map((words) => ({
    at: bytes.indexOf(words),
    content: words,
  }));
  return { bytes, shown };
}
