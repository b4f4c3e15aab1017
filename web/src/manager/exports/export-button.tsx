import { useText } from "#shared/i18n/i18n.tsx";
import type { ShownZone } from "#manager/shared/zone/shown-zone.ts";
import { Button } from "#ui/button/button.tsx";
import { DownloadIcon } from "#ui/icons/file-icons.tsx";
import type { ExportOperation } from "./use-export.ts";
import { lazyComponent, useLazySheet } from "#shared/lazy/lazy-component.tsx";

const exportSheet = lazyComponent(() => import("./export-sheet.tsx"));

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
  const { Sheet, isOpen, isLoading, open, close } = useLazySheet(exportSheet);

  return (
    <>
      <Button look="plain" icon={<DownloadIcon />} disabled={disabled} pending={isLoading} onClick={open}>
        {texts.export}
      </Button>
      {isOpen && Sheet !== null && <Sheet {...{ operation, query, subject, zone }} onClose={close} />}
    </>
  );
}
