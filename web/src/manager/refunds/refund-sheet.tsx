import type { RefundRequests } from "@reposo/contract/orders/refunds.ts";
import { currencyLabels, formatMoney } from "@reposo/contract/money/money.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { normaliseText } from "@reposo/contract/text/typed-text.ts";
import { maxReasonCharacters } from "@reposo/contract/text/text-limits.ts";
import { useState } from "react";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { readTypedAmount, writeTypedAmount } from "#shared/i18n/typed-amount.ts";
import { FormSheet } from "#manager/shared/frame/form-sheet.tsx";
import { useAmountProblem } from "#manager/shared/frame/use-amount-problem.ts";
import { Field } from "#ui/field/field.tsx";
import { TextArea } from "#ui/field/text-area.tsx";
import type { RefundDraft } from "./use-refund-requests.ts";

export function RefundSheet({
  requests,
  pending,
  failure,
  clearFailure,
  onRequest,
  onClose,
}: {
  requests: RefundRequests;
  pending: boolean;
  failure: unknown;
  clearFailure: () => void;
  onRequest: (draft: RefundDraft) => void;
  onClose: () => void;
}) {
  const texts = useText("refunds");
  const { textTooLong } = useText("shared");
  const language = useLanguage();
  const { left, currency, inCash } = requests;
  const [typed, setTyped] = useState(() => writeTypedAmount(left, currency, language));
  const [typedReason, setReason] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const amount = readTypedAmount(typed, currency, language);
  const reason = normaliseText(typedReason);
  const count = countCharacters(reason);
  const limitText = fill(texts.most, { amount: formatMoney(left, currency, language) });
  const describeProblem = useAmountProblem(currency);
  const amountProblem = amount === null ? describeProblem(typed) : amount > left ? limitText : undefined;
  const reasonProblem = reason === "" ? texts.reasonMissing : undefined;

  function send(): void {
    setIsSubmitted(true);
    clearFailure();
    if (
      amount === null ||
      amountProblem !== undefined ||
      reasonProblem !== undefined ||
      count > maxReasonCharacters
    )
      return;
    onRequest({ amount, reason });
  }

  return (
    <FormSheet
      title={texts.requestRefund}
      submitLabel={texts.send}
      pending={pending}
      failure={failure}
      onSubmit={send}
      onClose={onClose}
    >
      <p className="soft">{inCash ? texts.leadCash : texts.lead}</p>
      <Field
        label={fill(texts.amountIn, { currency: currencyLabels[currency] })}
        value={typed}
        onChange={setTyped}
        inputMode="decimal"
        autoComplete="off"
        hint={isSubmitted && amountProblem === limitText ? undefined : limitText}
        error={isSubmitted ? amountProblem : undefined}
      />
      <TextArea
        label={texts.reason}
        placeholder={texts.reasonHint}
        value={typedReason}
        onChange={setReason}
        count={count}
        maxCharacters={maxReasonCharacters}
        tooLong={fill(textTooLong, { most: maxReasonCharacters })}
        countLabel={fill(texts.characters, { count, most: maxReasonCharacters })}
        error={isSubmitted ? reasonProblem : undefined}
      />
    </FormSheet>
  );
}
