import type { ReactNode } from "react";
import { useOnline } from "#shared/api/connection.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { focusInvalid } from "#ui/focus/focus-invalid.ts";
import { FailureBanner } from "./failure-banner.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";

/** A form in a sheet. It cannot be submitted while a call is pending or while the server cannot be reached. */
export function FormSheet({
  title,
  submitLabel,
  variant,
  pending,
  failure,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  submitLabel: string;
  variant?: "danger" | undefined;
  pending: boolean;
  failure: unknown;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { offlineReason } = useText("shared");
  const online = useOnline();
  return (
    <Sheet open onClose={onClose} title={title}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (pending || !online) return;
          onSubmit();
          focusInvalid(event.currentTarget);
        }}
      >
        {children}
        <FailureBanner of={failure} />
        {!online && <p className="soft">{offlineReason}</p>}
        <Button type="submit" variant={variant} wide pending={pending} disabled={!online}>
          {submitLabel}
        </Button>
      </form>
    </Sheet>
  );
}
