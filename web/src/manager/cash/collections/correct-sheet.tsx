import type { Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import { currencyLabels, formatMoney } from "@reposo/contract/money/money.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { normaliseText } from "@reposo/contract/text/typed-text.ts";
import { maxCounted } from "@reposo/contract/money/currencies.ts";
import { maxNoteCharacters } from "@reposo/contract/text/text-limits.ts";
import { useState } from "react";
import { CountResult } from "./count-result.tsx";
import { readTypedCount } from "#shared/i18n/typed-amount.ts";
import { useNewEntry } from "./use-new-entry.ts";
import { callApi } from "#shared/api/api-client.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { showToast } from "#shared/toasts/toasts.ts";
import { Field } from "#ui/field/field.tsx";
import { TextArea } from "#ui/field/text-area.tsx";
import { FormSheet } from "#manager/shared/frame/form-sheet.tsx";
import { useAmountProblem } from "#manager/shared/frame/use-amount-problem.ts";

/**
 * Corrects a count, and then states the new difference.
 * @param props.isNew whether the entry was just recorded, so that its difference is stated first
 */
export function CorrectSheet({
  entry: given,
  isNew = false,
  onClose,
}: {
  entry: Collection;
  isNew?: boolean;
  onClose: () => void;
}) {
  const texts = useText("cash");
  const { textTooLong } = useText("shared");
  const language = useLanguage();
  const { pending, failure, clearFailure, send, closeOwn, isOpen } = useNewEntry(onClose);
  const [entry, setEntry] = useState(given);
  /** Whether the difference of the entry is shown instead of the form. */
  const [isStated, setIsStated] = useState(isNew);
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { currency } = entry;
  const counted = readTypedCount(typed, currency, language);
  const note = normaliseText(reason);
  const reasonLength = countCharacters(note);
  const money = (amount: number) => formatMoney(amount, currency, language);
  const describeProblem = useAmountProblem(currency);
  const amountProblem =
    counted === null
      ? describeProblem(typed)
      : counted > maxCounted
        ? fill(texts.amountTooLarge, { amount: money(maxCounted) })
        : counted === entry.counted
          ? texts.amountUnchanged
          : undefined;
  const reasonProblem = note === "" ? texts.reasonMissing : undefined;

  async function submit(): Promise<void> {
    setIsSubmitted(true);
    clearFailure();
    if (
      counted === null ||
      amountProblem !== undefined ||
      reasonProblem !== undefined ||
      reasonLength > maxNoteCharacters
    )
      return;
    const corrected = await send({ correctsId: entry.collectionId, counted, note }, (request) =>
      callApi("correctCollection", request, { quiet: true }),
    );
    if (corrected === null) return;
    if (corrected.difference !== 0 && isOpen()) {
      setEntry(corrected);
      setIsStated(true);
      return;
    }
    showToast(corrected.difference === 0 ? texts.correctedMatching : texts.corrected);
    closeOwn();
  }

  function recount(): void {
    setTyped("");
    setReason(texts.countedAgain);
    setIsSubmitted(false);
    setIsStated(false);
  }

  if (isStated)
    return (
      <CountResult
        title={entry === given ? texts.recorded : texts.corrected}
        entry={entry}
        onRecount={recount}
        onClose={onClose}
      />
    );
  return (
    <FormSheet
      title={texts.correct}
      submitLabel={texts.saveCorrection}
      pending={pending}
      failure={failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="strong">
        {entry.deviceId} · {money(entry.counted)}
      </p>
      <p className="soft">{texts.correctLead}</p>
      <Field
        label={fill(texts.countedIn, { currency: currencyLabels[currency] })}
        value={typed}
        onChange={setTyped}
        inputMode="decimal"
        autoComplete="off"
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
