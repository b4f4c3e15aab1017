import { useRef, useState } from "react";
import { useText } from "#platform/i18n.tsx";
import { showToast } from "#platform/toasts.ts";
import { Button } from "#ui/button.tsx";
import { PhotoIcon } from "#ui/icons.tsx";
import { codeReader, noReaderName } from "./code-reader.ts";

/** Reads the code from a picture of it, for browsers whose camera stays closed to pages. */
export function PhotoPick({ accept }: { accept: (text: string) => boolean }) {
  const text = useText("scanning");
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(false);

  async function read(file: File): Promise<void> {
    setReading(true);
    try {
      const found = await (await codeReader())(file);
      if (found === null) showToast(text.deviceUnknown, "error");
      else accept(found);
    } catch (error) {
      const noReader = error instanceof Error && error.name === noReaderName;
      showToast(noReader ? text.noReader : text.deviceUnknown, "error");
    } finally {
      setReading(false);
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same picture may be picked again after a failure.
          event.target.value = "";
          if (file !== undefined) void read(file);
        }}
      />
      <Button look="quiet" wide icon={<PhotoIcon />} pending={reading} onClick={() => input.current?.click()}>
        {reading ? text.readingPhoto : text.pickPhoto}
      </Button>
    </>
  );
}
