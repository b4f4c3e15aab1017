import { useText } from "#shared/i18n/i18n.tsx";
import { type LazyComponent, useLazySheet } from "#shared/lazy/lazy-component.tsx";
import { Button } from "#ui/button/button.tsx";
import { FilterIcon } from "#ui/icons/manager-icons.tsx";

/**
 * Opens the filter sheet, whose code is loaded after the list. The button holds the open state, so that the list behind
 * it is not rendered again.
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
