import { type Collection, maxCounted, maxNoteCharacters } from "@reposo/contract/revenue/cash-boxes.ts";
import { currencyLabels, formatMoney } from "@reposo/contract/money/money.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { useRef, useState } from "react";
import { newCollectionId } from "./collection-id.ts";
import { readTypedCount } from "./cash-rules.ts";
import { useCorrect } from "./use-cash-boxes.ts";
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
import styles from "./cash.module.css";

/** Corrects the count of a collection, with a reason. */
export default function CorrectSheet({ entry, onClose }: { entry: Collection; onClose: () => void }) {
  const texts = useText("cash");
  const { close, offlineReason } = useText("shared");
  const language = useLanguage();
  const online = useOnline();
  const { pending, correct } = useCorrect();
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const failureText = useFailureText(failure);
  // Retries use the same id, so that they create one entry.
  const sent = useRef<{ content: string; collectionId: string } | null>(null);
  const { currency, collectionId: correctsId } = entry;
  const counted = readTypedCount(typed, currency, language);
  const count = countCharacters(reason);
  const money = (amount: number) => formatMoney(amount, currency, language);
  const amountProblem =
    counted === null
      ? fill(texts.amountWrong, { example: currency === "IDR" ? "25000" : "125" })
      : counted > maxCounted
        ? fill(texts.amountTooLarge, { amount: money(maxCounted) })
        : undefined;
  const reasonProblem = reason.trim() === "" ? texts.reasonMissing : undefined;

  function send(): void {
    setTried(true);
    setFailure(null);
    if (
      counted === null ||
      amountProblem !== undefined ||
      reasonProblem !== undefined ||
      count > maxNoteCharacters
    )
      return;
    const content = JSON.stringify([counted, reason.trim()]);
    if (sent.current?.content !== content) sent.current = { content, collectionId: newCollectionId() };
    const { collectionId } = sent.current;
    correct({ collectionId, correctsId, counted, note: reason.trim() }).then(
      () => {
        showToast(texts.corrected);
        onClose();
      },
      (error: unknown) => {
        if (refusalCode(error) !== null) sent.current = null;
        setFailure(error);
      },
    );
  }

  return (
    <Sheet open onClose={onClose} title={texts.correct} closeLabel={close}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending && online) send();
        }}
      >
        <p className={styles.strong}>
          {entry.deviceId} · {money(entry.counted)}
        </p>
        <p className={styles.soft}>{texts.correctLead}</p>
        <Field
          label={`${texts.counted} (${currencyLabels[currency]})`}
          value={typed}
          onChange={setTyped}
          inputMode="decimal"
          autoComplete="off"
          hint={fill(texts.expectedNow, { amount: money(entry.expected) })}
          error={tried ? amountProblem : undefined}
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
          {texts.saveCorrection}
        </Button>
      </form>
    </Sheet>
  );
}
