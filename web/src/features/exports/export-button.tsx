import { useState } from "react";
import { useText } from "#platform/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { DownloadIcon } from "#ui/file-icons.tsx";
import { ExportSheet } from "./export-sheet.tsx";
import type { ExportOperation } from "./use-export.ts";

/**
 * Takes what the screen shows away as a file. A page with this button brings the `exports` texts.
 * `query`: the operation's own filter as the address of the call carries it, without format and ticket.
 */
export function ExportButton({
  operation,
  query,
  subject,
  disabled = false,
}: {
  operation: ExportOperation;
  query: URLSearchParams;
  /** One line of what the file will hold, such as its dates and outlets. */
  subject?: string;
  disabled?: boolean;
}) {
  const texts = useText("exports");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="plain" icon={<DownloadIcon />} disabled={disabled} onClick={() => setOpen(true)}>
        {texts.export}
      </Button>
      {open && (
        <ExportSheet operation={operation} query={query} subject={subject} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
