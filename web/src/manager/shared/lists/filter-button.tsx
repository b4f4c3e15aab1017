import { useText } from "#shared/i18n/i18n.tsx";
import { type LazyComponent, useLazySheet } from "#shared/lazy/lazy-component.tsx";
import { Button } from "#ui/button/button.tsx";
import { FilterIcon } from "#ui/icons/manager-icons.tsx";

/**
 * Opens the filter sheet, whose code is loaded after the list. The open state belongs to this component, so that
 * opening the sheet does not render the list again.
 */
export function FilterButton<P extends object>({
  of,
  sheet: props,
}: {
  of: LazyComponent<P & { onClose: () => void }>;
  sheet: P;
}) {
  const { filters } = useText("manager");
  const { Sheet, isOpen, isLoading, open, close } = useLazySheet(of);

  return (
    <>
      <Button variant="plain" icon={<FilterIcon />} pending={isLoading} onClick={open}>
        {filters}
      </Button>
      {isOpen && Sheet !== null && <Sheet {...props} onClose={close} />}
    </>
  );
}
