import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { cleanPicture } from "./clean-picture.ts";

const patienceMs = 15_000;

/** A film's first frame as a picture at `target`, where ffmpeg is installed and can read it. */
export async function drawPosterFrame(
  path: string,
  target: string,
  ffmpeg: string,
): Promise<{ kind: "drawn" } | { kind: "none"; why: string }> {
  const frame = `${target}.png`;
  // The film names no protocol and no list of other files: what is read is this one file.
  const input = ["-protocol_whitelist", "file", "-format_whitelist", "mov,matroska,webm", "-i", path];
  const output = ["-frames:v", "1", "-an", "-vf", "scale=1280:1280:force_original_aspect_ratio=decrease"];
  try {
    const code = await run(ffmpeg, ["-nostdin", "-v", "error", "-y", ...input, ...output, frame]);
    if (code !== 0) return { kind: "none", why: `ffmpeg ended with ${code}` };
    await cleanPicture(frame, target, "image/png");
    return { kind: "drawn" };
  } catch (error) {
    return { kind: "none", why: error instanceof Error ? error.message : String(error) };
  } finally {
    await rm(frame, { force: true });
  }
}

function run(command: string, args: readonly string[]): Promise<number | string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "ignore", timeout: patienceMs, killSignal: "SIGKILL" });
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? signal ?? "no code"));
  });
}
