import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";

/**
 * Message of a document whose app cannot start. The server renders it, hidden, into the element `start-failed`, because
 * possibly no other code has loaded. The inline script (`first-script.ts`) or `startApp` shows it, and the first page
 * that the app shows removes it. The inline script handles its button.
 */
export function StartFailed() {
  const { pageFailed, reload } = useText("shared");
  return (
    <Banner
      kind="error"
      action={
        <Button wide data-reload="">
          {reload}
        </Button>
      }
    >
      {pageFailed}
    </Banner>
  );
}

const startFailed = (): HTMLElement | null => document.getElementById("start-failed");

export function showStartFailed(): void {
  startFailed()?.removeAttribute("hidden");
}

export const removeStartFailed = (): void => startFailed()?.remove();
