import type { createSettings } from "./settings.ts";

/** What is done with pictures and videos that people send. */
export interface MediaConfig {
  /** Name or path of the program that processes videos. */
  readonly ffmpeg: string;
}

export function readMediaConfig({ text }: ReturnType<typeof createSettings>): MediaConfig {
  return { ffmpeg: text("FFMPEG_PATH") ?? "ffmpeg" };
}
