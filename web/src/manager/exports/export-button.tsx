import { useText } from "#shared/i18n/i18n.tsx";
import { usePermission } from "#manager/shared/session/manager-context.ts";
import { Button } from "#ui/button/button.tsx";
import { DownloadIcon } from "#ui/icons/icons.tsx";
import type { ExportOperation } from "./use-export.ts";
import { lazyComponent, useLazySheet } from "#shared/lazy/lazy-component.tsx";

const exportSheet = lazyComponent(() => import("./export-sheet.tsx"));

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
  const { Sheet, isOpen, isLoading, open, close } = useLazySheet(exportSheet);

  if (!mayExport) return null;
  return (
    <>
      <Button variant="plain" icon={<DownloadIcon />} pending={isLoading} onClick={open}>
        {texts.export}
      </Button>
      {isOpen && Sheet !== null && <Sheet {...{ operation, query, subject }} onClose={close} />}
    </>
  );
}
