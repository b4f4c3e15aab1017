import { useState } from "react";
import type { FollowedOrderState } from "#customer/orders/index.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useFailureText } from "#shared/api/failure-text.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import styles from "./countdown.module.css";

export function StopButton({
  label,
  title,
  explanation,
  yes,
  no,
  stop,
}: {
  label: string;
  title: string;
  explanation: string;
  yes: string;
  no: string;
  stop: FollowedOrderState["stop"];
}) {
  const shared = useText("shared");
  const online = useOnline();
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const failureText = useFailureText(failure);

  function confirm(): void {
    setFailure(null);
    stop.run().then(() => setOpen(false), setFailure);
  }

  return (
    <>
      <Button variant="quiet" wide onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={title} closeLabel={shared.close}>
        <div className={styles.question}>
          <p>{explanation}</p>
          {failureText !== undefined && <Banner kind="error">{failureText}</Banner>}
          {!online && <p className={styles.soft}>{shared.offlineReason}</p>}
          <Button variant="danger" wide pending={stop.pending} disabled={!online} onClick={confirm}>
            {yes}
          </Button>
          <Button variant="quiet" wide onClick={() => setOpen(false)}>
            {no}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
