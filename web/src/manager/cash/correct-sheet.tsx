import {
  type Collection,
  maxCounted,
  correctCollection,
  maxNoteCharacters,
} from "@reposo/contract/revenue/cash-boxes.ts";
import { currencyLabels, formatMoney } from "@reposo/contract/money/money.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { normaliseText } from "@reposo/contract/text/typed-text.ts";
import { useState } from "react";
import { isImplausibleCorrection } from "./cash-rules.ts";
import { CountQuestion } from "./count-question.tsx";
import { readTypedCount } from "#shared/i18n/typed-amount.ts";
import { useFocusAfter } from "./use-focus-after.ts";
import { useNewEntry } from "./use-new-entry.ts";
import { callApi } from "#shared/api/api-client.ts";
import { useOnline } from "#shared/api/connection.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Field } from "#ui/field/field.tsx";
import { TextArea } from "#ui/field/text-area.tsx";
import { FormSheet } from "#manager/shared/frame/form-sheet.tsx";

export default function CorrectSheet({ entry, onClose }: { entry: Collection; onClose: () => void }) {
  const texts = useText("cash");
  const { textTooLong, offlineReason } = useText("shared");
  const language = useLanguage();
  const online = useOnline();
  const { pending, failure, clearFailure, send } = useNewEntry(onClose);
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [isQuestioned, setIsQuestioned] = useState(false);
  const amountField = useFocusAfter(isQuestioned);
  const { currency } = entry;
  const counted = readTypedCount(typed, currency, language);
  const note = normaliseText(reason);
  const reasonLength = countCharacters(note);
  const money = (amount: number) => formatMoney(amount, currency, language);
  const amountProblem =
    counted === null
      ? fill(texts.amountWrong, { example: currency === "IDR" ? "25000" : "125" })
      : counted > maxCounted
        ? fill(texts.amountTooLarge, { amount: money(maxCounted) })
        : counted === entry.counted
          ? texts.amountUnchanged
          : undefined;
  const reasonProblem = note === "" ? texts.reasonMissing : undefined;

  async function submit(isConfirmed: boolean): Promise<void> {
    setIsSubmitted(true);
    clearFailure();
    if (
      counted === null ||
      amountProblem !== undefined ||
      reasonProblem !== undefined ||
      reasonLength > maxNoteCharacters
    )
      return;
    if (!isConfirmed && isImplausibleCorrection(counted, entry)) return setIsQuestioned(true);
    await send(
      { correctsId: entry.collectionId, counted, note },
      (request) => callApi(correctCollection, request, { quiet: true }),
      texts.corrected,
    );
  }

  if (isQuestioned && counted !== null)
    return (
      <CountQuestion
        deviceId={entry.deviceId}
        counted={counted}
        expected={entry.expected}
        currency={currency}
        advice={texts.checkAmount}
        blockedReason={online ? undefined : offlineReason}
        failure={failure}
        pending={pending}
        onConfirm={() => void submit(true)}
        onChange={() => {
          clearFailure();
          setIsQuestioned(false);
        }}
        onClose={onClose}
      />
    );

  return (
    <FormSheet
      title={texts.correct}
      submitLabel={texts.saveCorrection}
      pending={pending}
      failure={failure}
      onSubmit={() => void submit(false)}
      onClose={onClose}
    >
      <p className="strong">
        {entry.deviceId} · {money(entry.counted)}
      </p>
      <p className="soft">{texts.correctLead}</p>
      <Field
        ref={amountField}
        label={`${texts.counted} (${currencyLabels[currency]})`}
        value={typed}
        onChange={setTyped}
        inputMode="decimal"
        autoComplete="off"
        hint={fill(texts.expectedNow, { amount: money(entry.expected) })}
        error={isSubmitted ? amountProblem : undefined}
      />
      <TextArea
        label={texts.reason}
        value={reason}
        onChange={setReason}
        count={reasonLength}
        maxCharacters={maxNoteCharacters}
        tooLong={fill(textTooLong, { most: maxNoteCharacters })}
        countLabel={fill(texts.characters, { count: String(reasonLength), most: String(maxNoteCharacters) })}
        error={isSubmitted ? reasonProblem : undefined}
      />
    </FormSheet>
  );
}
