import { useEffect, useRef, useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { showToast } from "#shared/toasts/toasts.ts";
import { Button } from "#ui/button/button.tsx";
import { PhotoIcon } from "#ui/icons/icons.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { type ScanProblem, useFindChair } from "./chair-code.ts";
import { codeReader, noReaderName } from "./code-reader.ts";

/** Reads the code from a picture that the user chooses, for browsers without camera access. */
export function PhotoPick({ onFound }: { onFound: (deviceId: string) => void }) {
  const text = useText("scanning");
  const findChair = useFindChair();
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(false);
  // The failure is shown on the page, too, because the toast disappears while the user chooses another picture.
  const [failed, setFailed] = useState<ScanProblem | "noDecoder" | null>(null);

  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  function fail(reason: ScanProblem | "noDecoder"): void {
    setFailed(reason);
    showToast(text[reason], "error");
  }

  async function read(file: File): Promise<void> {
    setReading(true);
    setFailed(null);
    try {
      const readCodes = await codeReader();
      const found = findChair(await readCodes(file));
      // Ignores the result if the user has left the page during the decoding.
      if (!isMounted.current) return;
      if ("problem" in found) fail(found.problem);
      else onFound(found.deviceId);
    } catch (error) {
      if (!isMounted.current) return;
      const noDecoder = error instanceof Error && error.name === noReaderName;
      // Other failures, such as a file that is not a picture, are reported like a picture without a code.
      fail(noDecoder ? "noDecoder" : "deviceUnknown");
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
          // Without this reset, choosing the same picture again would not fire `change`.
          event.target.value = "";
          if (file !== undefined) void read(file);
        }}
      />
      <Button
        variant="quiet"
        wide
        icon={<PhotoIcon />}
        pending={reading}
        onClick={() => input.current?.click()}
      >
        {reading ? text.readingPhoto : text.pickPhoto}
      </Button>
      {failed !== null && <Banner kind="error">{text[failed]}</Banner>}
    </>
  );
}
