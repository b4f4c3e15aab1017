import { type Collection, maxNoteCharacters } from "@reposo/contract/revenue/cash-boxes.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { useRef, useState } from "react";
import { newCollectionId } from "./collection-id.ts";
import { useCashBoxes, useVoid } from "./use-cash-boxes.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useFailureText } from "#shared/api/failure-text.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { showToast } from "#shared/toasts/toasts.ts";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { TextArea } from "#ui/field/text-area.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import styles from "./cash.module.css";

/** Voids a collection that was recorded for the wrong chair, or moves it to the right one. */
export default function VoidSheet({
  ready,
  entry,
  onClose,
}: {
  ready: Ready;
  entry: Collection;
  onClose: () => void;
}) {
  const texts = useText("cash");
  const { close, offlineReason } = useText("shared");
  const language = useLanguage();
  const online = useOnline();
  const { data } = useCashBoxes(ready.token, {});
  const { pending, voidEntry } = useVoid();
  const [typedId, setTypedId] = useState("");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const failureText = useFailureText(failure);
  // The same id until an answer comes, so that one tap is one entry however often it is sent.
  const sent = useRef<{ content: string; collectionId: string } | null>(null);
  const { currency, collectionId: correctsId } = entry;
  const deviceId = typedId.trim().toUpperCase();
  const count = countCharacters(reason);
  const idProblem =
    deviceId === entry.deviceId
      ? texts.sameChair
      : deviceId !== "" && data !== undefined && data.boxes.every((box) => box.deviceId !== deviceId)
        ? texts.chairUnknown
        : undefined;
  const reasonProblem = reason.trim() === "" ? texts.reasonMissing : undefined;

  function send(): void {
    setTried(true);
    setFailure(null);
    if (idProblem !== undefined || reasonProblem !== undefined || count > maxNoteCharacters) return;
    const content = JSON.stringify([deviceId, reason.trim()]);
    if (sent.current?.content !== content) sent.current = { content, collectionId: newCollectionId() };
    const { collectionId } = sent.current;
    const moved = deviceId !== "";
    voidEntry({ collectionId, correctsId, note: reason.trim(), ...(moved && { deviceId }) }).then(
      () => {
        showToast(moved ? texts.moved : texts.voided);
        onClose();
      },
      (error: unknown) => {
        if (refusalCode(error) !== null) sent.current = null;
        setFailure(error);
      },
    );
  }

  return (
    <Sheet open onClose={onClose} title={texts.wrongChair} closeLabel={close}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) send();
        }}
      >
        <p className={styles.strong}>
          {entry.deviceId} · {formatMoney(entry.counted, currency, language)}
        </p>
        <p className={styles.soft}>{texts.voidLead}</p>
        <Field
          label={texts.rightChair}
          value={typedId}
          onChange={setTypedId}
          autoComplete="off"
          autoCapitalize="characters"
          hint={texts.rightChairHint}
          error={tried ? idProblem : undefined}
        />
        <TextArea
          label={texts.reason}
          value={reason}
          onChange={setReason}
          count={count}
          most={maxNoteCharacters}
          countLabel={fill(texts.characters, { count: String(count), most: String(maxNoteCharacters) })}
          error={tried ? reasonProblem : undefined}
        />
        {failureText !== undefined && <Banner kind="error">{failureText}</Banner>}
        {!online && <p className={styles.soft}>{offlineReason}</p>}
        <Button type="submit" wide pending={pending} disabled={!online}>
          {deviceId === "" ? texts.saveVoid : texts.saveMove}
        </Button>
      </form>
    </Sheet>
  );
}
