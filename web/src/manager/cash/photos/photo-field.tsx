import { useEffect, useId, useRef, useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import type { FileProblem } from "#shared/uploads/file-rules.ts";
import { kindOfFile } from "#shared/uploads/file-rules.ts";
import { prepareFile } from "#shared/uploads/prepare-file.ts";
import { Button } from "#ui/button/button.tsx";
import { PhotoIcon } from "#ui/icons/icons.tsx";
import styles from "./photo.module.css";
import type { StoredPhoto } from "./stored-photo.ts";

export type ChosenPhoto = StoredPhoto | "preparing" | null;

/** Field for the optional photo of a collection. The photo is scaled down before it is stored in the browser. */
export function PhotoField({
  photo,
  onChange,
}: {
  photo: ChosenPhoto;
  onChange: (photo: ChosenPhoto) => void;
}) {
  const texts = useText("cash");
  const id = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const chosen = photo === "preparing" ? null : photo;

  async function choose(file: File): Promise<void> {
    setProblem(null);
    if (kindOfFile(file)?.kind !== "picture") {
      setProblem("type");
      return;
    }
    onChange("preparing");
    const prepared = await prepareFile(file);
    if (prepared.kind === "prepared") onChange({ content: prepared.content, name: prepared.name });
    else {
      setProblem(prepared.problem);
      onChange(chosen);
    }
  }

  return (
    <div className="labelled" role="group" aria-labelledby={id}>
      <p className="label" id={id}>
        {texts.photo}
      </p>
      {chosen !== null && <Preview photo={chosen} />}
      <div className="actions">
        <Button
          ref={addButton}
          variant="quiet"
          icon={<PhotoIcon />}
          pending={photo === "preparing"}
          onClick={() => fileInput.current?.click()}
        >
          {chosen === null ? texts.addPhoto : texts.changePhoto}
        </Button>
        {chosen !== null && (
          <Button
            variant="plain"
            onClick={() => {
              onChange(null);
              // This button, which has the focus, disappears.
              addButton.current?.focus();
            }}
          >
            {texts.removePhoto}
          </Button>
        )}
      </div>
      <input
        ref={fileInput}
        className={styles.input}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) void choose(file);
          // Without this reset, choosing the same file again would not fire `change`.
          event.target.value = "";
        }}
      />
      <p className="problem" role="alert">
        {problem !== null &&
          (problem === "pictureTooLarge"
            ? texts.photoTooLarge
            : problem === "empty"
              ? texts.photoEmpty
              : texts.photoType)}
      </p>
    </div>
  );
}

/** Shows the photo; only its file name if the browser cannot display the format, such as HEIC. */
function Preview({ photo: { content, name } }: { photo: StoredPhoto }) {
  const { chosenPhoto } = useText("cash");
  const [url, setUrl] = useState("");
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    const created = URL.createObjectURL(content);
    setUrl(created);
    setHidden(false);
    return () => URL.revokeObjectURL(created);
  }, [content]);
  if (isHidden) return <p dir="auto">{name}</p>;
  return url === "" ? null : (
    <img className={styles.picture} src={url} alt={chosenPhoto} onError={() => setHidden(true)} />
  );
}
