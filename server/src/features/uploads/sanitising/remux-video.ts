import { maxVideoBytes } from "@reposo/contract/feedback/media-limits.ts";
import { type ProcessEnd, type ProcessLimits, runLimited } from "#platform/processes/limited-process.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { maxVideoSeconds } from "#features/uploads/media-rules.ts";
import { UploadRefused } from "#features/uploads/upload-refused.ts";

const limits: ProcessLimits = {
  cpuSeconds: 20,
  memoryBytes: 1024 ** 3,
  // Above the size of any source. A crafted index can refer to the same bytes many times, so the output needs a limit.
  fileBytes: maxVideoBytes + 1024 ** 2,
  wallMs: 120_000,
};

/** Demuxer and muxer of ffmpeg by detected type. */
const containers: Readonly<Record<string, { readonly demuxer: string; readonly muxer: string }>> = {
  "video/mp4": { demuxer: "mov", muxer: "mp4" },
  "video/x-m4v": { demuxer: "mov", muxer: "mp4" },
  "video/quicktime": { demuxer: "mov", muxer: "mov" },
  "video/3gpp": { demuxer: "mov", muxer: "3gp" },
  "video/webm": { demuxer: "matroska", muxer: "webm" },
};

/** Codecs of phones and browsers; ffmpeg's other decoders must not process uploads. */
const decoders =
  "h264,hevc,mpeg4,h263,vp8,vp9,av1,libdav1d,libaom-av1,mjpeg,aac,amrnb,amrwb,mp3,mp3float,opus,libopus,vorbis,alac," +
  "pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_alaw,pcm_mulaw";

const options = (text: string): string[] => text.split(" ");

const quiet = options("-nostdin -hide_banner -y");
/** Lets ffmpeg read only the given file, even if its content refers to other files or URLs. */
const restricted = options(
  `-threads 1 -protocol_whitelist file -format_whitelist mov,matroska -codec_whitelist ${decoders} -max_streams 32`,
);
const withoutMetadata = options("-map_metadata -1 -map_chapters -1 -fflags +bitexact -flags +bitexact");

export interface VideoTools {
  /** Path or name of the program. */
  readonly ffmpeg: string;
  readonly signal: AbortSignal;
}

/** Returns ffmpeg's version; null if ffmpeg cannot run within the limits of an upload. */
export async function findFfmpeg({ ffmpeg, signal }: VideoTools): Promise<string | null> {
  // Normal priority, because the start of the server waits for the result.
  const options = { limits, signal, hasLowPriority: false };
  const end = await runLimited(ffmpeg, ["-version"], options).catch(() => null);
  signal.throwIfAborted();
  if (end?.kind !== "exited" || end.code !== 0) return null;
  return /^ffmpeg version (\S+)/.exec(end.output)?.[1] ?? null;
}

/** ffmpeg's message for a codec that its muxer cannot write. */
const refusesCodec = /codec not currently supported in container/;

/**
 * Copies the first video track and the first audio track to `target` without encoding them again. Omits metadata,
 * chapters, subtitles, locations, attachments, and bytes outside the tracks. Only sound that ffmpeg cannot write into
 * the container, such as the PCM that some cameras write into MP4, is encoded as AAC.
 * @throws UploadRefused type, if the detected type is not a video; broken, if ffmpeg finds no video that can be copied
 *   within the limits
 * @throws ProductError notReady, if the copy takes longer than `limits.wallMs`, or if ffmpeg cannot run; the signal's
 *   reason after an abort
 */
export async function remuxVideo(
  source: { readonly path: string; readonly sniffedType: string },
  target: string,
  { ffmpeg, signal }: VideoTools,
): Promise<void> {
  const container = containers[source.sniffedType];
  if (container === undefined) throw new UploadRefused("type");
  const { demuxer, muxer } = container;
  const copy = (audioCodec: string) =>
    runLimited(
      ffmpeg,
      [
        ...quiet,
        ...options("-v error"),
        ...restricted,
        ...options(`-f ${demuxer} -i`),
        `file:${source.path}`,
        // `V` selects video tracks but no cover pictures; `?` makes the audio track optional.
        ...options(`-map 0:V:0 -map 0:a:0? -dn -sn -c:v copy -c:a ${audioCodec}`),
        ...withoutMetadata,
        // Copies one second more than the maximum, so that a longer video is detected.
        ...options(`-t ${maxVideoSeconds + 1}`),
        ...(demuxer === "mov" ? options("-movflags +faststart -write_tmcd 0") : []),
        ...options(`-f ${muxer}`),
        `file:${target}`,
      ],
      { limits, signal },
    );
  let end = await copy("copy");
  if (end.kind === "exited" && refusesCodec.test(end.output)) end = await copy("aac -aac_coder fast");
  throwIfNotReady(end);
  if (end.kind !== "exited" || end.code !== 0) throw new UploadRefused("broken", new Error(end.output));
}

/** @throws ProductError notReady, if ffmpeg took too long or could not run, which is not a fault of the video */
function throwIfNotReady(end: ProcessEnd): void {
  if (end.kind === "timedOut")
    throw new ProductError("notReady", { cause: new Error("a video took too long to process") });
  // The shell that starts ffmpeg exits with these codes if ffmpeg is missing or its limits cannot be set.
  if (end.kind === "exited" && end.code >= 125 && end.code <= 127)
    throw new ProductError("notReady", { cause: new Error(`ffmpeg cannot run: ${end.output}`) });
}

/**
 * Reads the length of a video in seconds; null if ffmpeg does not report it. Writes the first frame as PNG to
 * `framePath` if the frame can be decoded.
 */
export async function readRemuxed(
  source: { readonly path: string; readonly sniffedType: string },
  framePath: string,
  { ffmpeg, signal }: VideoTools,
): Promise<{ seconds: number | null; hasFrame: boolean }> {
  const { demuxer = "" } = containers[source.sniffedType] ?? {};
  const args = [
    ...quiet,
    ...options("-v info -nostats"),
    ...restricted,
    ...options(`-f ${demuxer} -i`),
    `file:${source.path}`,
    ...options("-map 0:V:0 -frames:v 1 -filter_threads 1 -vf"),
    "scale=w='min(1280,iw)':h='min(1280,ih)':force_original_aspect_ratio=decrease",
    ...options("-c:v png -f image2 -update 1"),
    `file:${framePath}`,
  ];
  const end = await runLimited(ffmpeg, args, { limits, signal });
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d\d):(\d\d\.\d+)/.exec(end.output) ?? [];
  const length = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (!(length > 0)) throwIfNotReady(end);
  return { seconds: length > 0 ? length : null, hasFrame: end.kind === "exited" && end.code === 0 };
}
