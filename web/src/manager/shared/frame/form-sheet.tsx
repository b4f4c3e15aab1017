import type { ReactNode } from "react";
import { useOnline } from "#shared/api/connection.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";

/**
 * A form in a sheet. It cannot be submitted while a call is pending, or with `needsServer`, while the server cannot be
 * reached.
 */
export function FormSheet({
  title,
  submitLabel,
  variant,
  pending,
  needsServer = true,
  failureText,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  submitLabel: string;
  variant?: "danger" | undefined;
  pending: boolean;
  /** If false, the form can be submitted offline; the failed call then shows its error. */
  needsServer?: boolean;
  failureText: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { close, offlineReason } = useText("shared");
  const online = useOnline();
  const isBlocked = needsServer && !online;
  return (
    <Sheet open onClose={onClose} title={title} closeLabel={close}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending && !isBlocked) onSubmit();
        }}
      >
        {children}
        {failureText !== undefined && <Banner kind="error">{failureText}</Banner>}
        {isBlocked && <p className="soft">{offlineReason}</p>}
        <Button type="submit" variant={variant} wide pending={pending} disabled={isBlocked}>
          {submitLabel}
        </Button>
      </form>
    </Sheet>
  );
}
