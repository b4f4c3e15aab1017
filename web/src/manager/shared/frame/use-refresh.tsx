import { useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { IconButton } from "#ui/button/button.tsx";
import { RefreshIcon } from "#ui/icons/manager-icons.tsx";

/** Returns a function that refetches, and a button that calls it and shows its progress. */
export function useRefresh(refetch: () => Promise<unknown>) {
  const { refresh: label } = useText("manager");
  const [pending, setPending] = useState(false);

  async function refresh(): Promise<void> {
    setPending(true);
    await refetch();
    setPending(false);
  }

  const button = (
    <IconButton label={label} icon={<RefreshIcon />} pending={pending} onClick={() => void refresh()} />
  );
  return { refresh, button };
}
