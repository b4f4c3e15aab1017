import { useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { useTappedPart } from "#shared/lazy/late-part.ts";
import type { ShownZone } from "#manager/shared/zone/shown-zone.ts";
import { Button } from "#ui/button/button.tsx";
import { DownloadIcon } from "#ui/icons/file-icons.tsx";
import type { ExportOperation } from "./use-export.ts";

const exportSheet = () => import("./export-sheet.tsx");

/**
 * Takes what the screen shows away as a file. A page with this button brings the `exports` texts.
 * `query`: the operation's own filter as the address of the call carries it, without format and ticket.
 */
export function ExportButton({
  operation,
  query,
  subject,
  zone,
  disabled = false,
}: {
  operation: ExportOperation;
  query: URLSearchParams;
  /** One line of what the file will hold, such as its dates and outlets. */
  subject?: string;
  zone: ShownZone;
  disabled?: boolean;
}) {
  const texts = useText("exports");
  const [ExportSheet, fetchSheet] = useTappedPart(exportSheet);
  const [open, setOpen] = useState(false);

  function show(): void {
    setOpen(true);
    void fetchSheet().then((there) => {
      if (!there) setOpen(false);
    });
  }

  return (
    <>
      <Button
        look="plain"
        icon={<DownloadIcon />}
        disabled={disabled}
        pending={open && ExportSheet === null}
        onClick={show}
      >
        {texts.export}
      </Button>
      {open && ExportSheet !== null && (
        <ExportSheet {...{ operation, query, subject, zone }} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
