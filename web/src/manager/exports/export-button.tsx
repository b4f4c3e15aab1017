import { useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { usePermission } from "#manager/shared/session/manager-context.ts";
import { Button } from "#ui/button/button.tsx";
import { DownloadIcon } from "#ui/icons/icons.tsx";
import type { ExportOperation } from "./use-export.ts";
import { ExportSheet } from "./export-sheet.tsx";

/**
 * Button that opens the sheet for exporting what the screen shows. `query` contains no format, because the user chooses
 * it in the sheet.
 */
export function ExportButton({
  operation,
  query,
  subject,
}: {
  operation: ExportOperation;
  query: URLSearchParams;
  subject: string;
}) {
  const texts = useText("exports");
  const mayExport = usePermission("export");
  const [isOpen, setOpen] = useState(false);

  if (!mayExport) return null;
  return (
    <>
      <Button variant="plain" icon={<DownloadIcon />} onClick={() => setOpen(true)}>
        {texts.export}
      </Button>
      {isOpen && <ExportSheet {...{ operation, query, subject }} onClose={() => setOpen(false)} />}
    </>
  );
}
