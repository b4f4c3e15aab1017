import { type ComponentType, useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { useTappedPart } from "#shared/lazy/late-part.ts";
import { Button } from "#ui/button/button.tsx";
import { FilterIcon } from "#ui/icons/manager-icons.tsx";

/** Opens the filters, whose code comes once the list has settled; the page behind is not drawn again for it. */
export function FilterButton<P extends object>({
  fetchSheet,
  sheet,
}: {
  fetchSheet: () => Promise<{ default: ComponentType<P & { onClose: () => void }> }>;
  /** What the sheet takes beside the way to close it. */
  sheet: P;
}) {
  const { filters } = useText("manager");
  const [Sheet, fetchNow] = useTappedPart(fetchSheet);
  const [open, setOpen] = useState(false);

  function show(): void {
    setOpen(true);
    void fetchNow().then((there) => {
      if (!there) setOpen(false);
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
