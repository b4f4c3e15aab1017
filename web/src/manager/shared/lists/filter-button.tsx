import { type ComponentType, useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { useTappedPart } from "#shared/lazy/late-part.ts";
import { Button } from "#ui/button/button.tsx";
import { FilterIcon } from "#ui/icons/manager-icons.tsx";

/** Opens the filter sheet, whose code loads after the list; the page behind is not rendered again. */
export function FilterButton<P extends object>({
  fetchSheet,
  sheet,
}: {
  fetchSheet: () => Promise<{ default: ComponentType<P & { onClose: () => void }> }>;
  /** Props of the sheet other than `onClose`. */
  sheet: P;
}) {
  const { filters } = useText("manager");
  const [Sheet, fetchNow] = useTappedPart(fetchSheet);
  const [open, setOpen] = useState(false);

  function show(): void {
    setOpen(true);
    void fetchNow().then((loaded) => {
      if (!loaded) setOpen(false);
    });
  }

  return (
    <>
      <Button look="plain" icon={<FilterIcon />} pending={open && Sheet === null} onClick={show}>
        {filters}
      </Button>
      {open && Sheet !== null && <Sheet {...sheet} onClose={() => setOpen(false)} />}
    </>
  );
}
