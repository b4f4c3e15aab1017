import { maxServiceReasonLength } from "@reposo/contract/devices/devices.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { useState } from "react";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { TextArea } from "#ui/field/text-area.tsx";
import styles from "./take-out-sheet.module.css";

/** Requests the reason that customers will see. */
export function TakeOutSheet({
  pending,
  failureText,
  onConfirm,
  onClose,
}: {
  pending: boolean;
  failureText: string | undefined;
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const texts = useText("device");
  const { close } = useText("shared");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const count = countCharacters(reason.trim());
  return (
    <Sheet open onClose={onClose} title={texts.takeOut} closeLabel={close}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!pending && count > 0 && count <= maxServiceReasonLength) void onConfirm(reason.trim());
        }}
      >
        <p className={styles.lead}>{texts.takeOutLead}</p>
        <TextArea
          label={texts.serviceReason}
          placeholder={texts.serviceReasonHint}
          value={reason}
          onChange={setReason}
          count={count}
          most={maxServiceReasonLength}
          countLabel={fill(texts.characters, { count, most: maxServiceReasonLength })}
          error={tried && count === 0 ? texts.serviceReasonMissing : undefined}
          required
        />
        {failureText !== undefined && <Banner kind="error">{failureText}</Banner>}
        <Button type="submit" variant="danger" wide pending={pending}>
          {texts.takeOut}
        </Button>
      </form>
    </Sheet>
  );
}
