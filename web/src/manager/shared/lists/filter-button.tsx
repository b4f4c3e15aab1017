import { type ComponentType, useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { FilterIcon } from "#ui/icons/manager-icons.tsx";

/**
 * Opens the filter sheet. The open state belongs to this component, so that opening the sheet does not render the list
 * again.
 */
export function FilterButton<P extends object>({
  Sheet,
  props,
}: {
  Sheet: ComponentType<P & { onClose: () => void }>;
  props: P;
}) {
  const { filters } = useText("manager");
  const [isOpen, setOpen] = useState(false);

  return (
    <>
      <Button variant="plain" icon={<FilterIcon />} onClick={() => setOpen(true)}>
        {filters}
      </Button>
      {isOpen && <Sheet {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
