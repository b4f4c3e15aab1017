import { useEffect, useId, useRef, useState } from "react";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import { AlertIcon, CheckIcon, CloseIcon, OfflineIcon, PhotoIcon } from "#ui/icons/icons.tsx";
import { ProgressBar } from "#ui/progress/progress-bar.tsx";
import styles from "./attachment-grid.module.css";
import type { Attachment } from "./use-attachments.ts";
import type { Texts } from "#locales/texts.ts";
import type { FileProblem } from "#shared/uploads/file-rules.ts";

interface Props {
  readonly attachments: readonly Attachment[];
  readonly max: number;
  readonly onAdd: (files: readonly File[]) => void;
  readonly onRemove: (id: number) => void;
  readonly onRetry: (id: number) => void;
}

export function AttachmentGrid({ attachments, max, onAdd, onRemove, onRetry }: Props) {
  const text = useText("feedback");
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const add = useRef<HTMLButtonElement>(null);
  const isRemoving = useRef(false);
  const grid = useRef<HTMLUListElement>(null);
  const isAdding = useRef(false);
  useEffect(() => {
    // The pressed button for adding disappears at the maximum, so the focus moves to the last file.
    if (isAdding.current && add.current === null)
      grid.current?.querySelector<HTMLElement>("li:last-child button")?.focus();
    isAdding.current = false;
    // The pressed button has disappeared, so the focus moves to the button for adding, which may have just appeared.
    if (isRemoving.current) add.current?.focus();
    isRemoving.current = false;
  }, [attachments]);
  function remove(id: number): void {
    isRemoving.current = true;
    onRemove(id);
  }
  const isCut = attachments.some(({ state }) => state.kind === "cut");
  return (
    <div className="labelled" role="group" aria-labelledby={id}>
      <p className="label" id={id}>
        {text.media}
      </p>
      <ul ref={grid} className={styles.grid}>
        {attachments.map((one) => (
          <Tile key={one.id} attachment={one} onRemove={remove} onRetry={onRetry} />
        ))}
        {attachments.length < max && (
          <li className={classNames(styles.add, attachments.length === 0 && styles.first)}>
            <button
              ref={add}
              type="button"
              className={styles.addButton}
              onClick={() => input.current?.click()}
            >
              <PhotoIcon />
              <span>{attachments.length === 0 ? text.addMedia : text.addMore}</span>
            </button>
          </li>
        )}
      </ul>
      <input
        ref={input}
        type="file"
        accept="image/*,video/*"
        multiple
        hidden
        onChange={(event) => {
          isAdding.current = true;
          onAdd(Array.from(event.target.files ?? []));
          // Without this reset, choosing the same file again would not fire `change`.
          event.target.value = "";
        }}
      />
      <p className="soft">{text.mediaHint}</p>
      <p className={styles.cut} role="status">
        {isCut && (
          <>
            <OfflineIcon />
            <span>{text.uploadInterrupted}</span>
          </>
        )}
      </p>
    </div>
  );
}

/** Shows the file; only its name if the browser cannot display the format, such as HEIC and HEVC, which can still be sent. */
function Preview({ media, url, name }: { media: Attachment["media"]; url: string; name: string }) {
  const [isHidden, setHidden] = useState(media === null || url === "");
  if (isHidden)
    return (
      <p className={styles.name}>
        <PhotoIcon />
        <span dir="auto">{name}</span>
      </p>
    );
  const hide = () => setHidden(true);
  return media === "video" ? (
    <video
      className={styles.preview}
      src={url}
      muted
      playsInline
      preload="metadata"
      onLoadedMetadata={(event) => {
        if (event.currentTarget.videoWidth === 0) hide();
      }}
      onError={hide}
    />
  ) : (
    <img className={styles.preview} src={url} alt={name} onError={hide} />
  );
}

function Tile({
  attachment,
  onRemove,
  onRetry,
}: {
  attachment: Attachment;
  onRemove: (id: number) => void;
  onRetry: (id: number) => void;
}) {
  const text = useText("feedback");
  const { id, name, media, previewUrl, state } = attachment;
  const isRefused = state.kind === "refused";
  const isPending = state.kind === "sending" || state.kind === "cut" || state.kind === "waiting";
  const label = isPending ? text.cancelFile : text.removeFile;
  const removal = useRef<HTMLButtonElement>(null);
  return (
    <li className={isRefused ? styles.refused : undefined} data-state={state.kind}>
      <div className={styles.frame}>
        <Preview media={media} url={previewUrl} name={name} />
        {isPending && (
          <div className={styles.bar}>
            <ProgressBar
              label={fill(text.sendingFile, { name })}
              share={state.kind === "sending" ? state.share : null}
            />
          </div>
        )}
        {state.kind === "stored" && (
          <span className={styles.done} role="img" aria-label={text.fileStored}>
            <CheckIcon />
          </span>
        )}
        {isRefused && (
          <span className={styles.bad}>
            <AlertIcon />
          </span>
        )}
        <button
          ref={removal}
          type="button"
          className={styles.remove}
          aria-label={fill(label, { name })}
          onClick={() => onRemove(id)}
        >
          <span className={styles.removeMark}>
            <CloseIcon />
          </span>
        </button>
      </div>
      {isRefused && (
        <div className={styles.why}>
          <p role="alert">{problemText(text, state)}</p>
          {state.problem === null && (
            <button
              type="button"
              className={styles.retry}
              onClick={() => {
                // The pressed button disappears, so the focus moves to the button for removing.
                removal.current?.focus();
                onRetry(id);
              }}
            >
              {text.retryFile}
            </button>
          )}
        </div>
      )}
    </li>
  );
}

function problemText(
  text: Texts["feedback"],
  { problem, message }: { problem: FileProblem | "lost" | null; message: string | null },
): string {
  const texts: Record<FileProblem | "lost", string> = {
    lost: text.fileFailed,
    type: text.fileType,
    empty: text.fileEmpty,
    pictureTooLarge: text.pictureTooLarge,
    videoTooLarge: text.videoTooLarge,
    videoTooLong: text.videoTooLong,
    broken: text.fileBroken,
  };
  return problem === null ? (message ?? text.fileFailed) : texts[problem];
}
