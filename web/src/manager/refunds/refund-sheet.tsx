import { maxReasonCharacters, type RefundRequests } from "@reposo/contract/orders/refunds.ts";
import { currencyLabels, formatMoney, numberMarks } from "@reposo/contract/money/money.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { useState } from "react";
import { useOnline } from "#shared/api/connection.ts";
import { useFailureText } from "#shared/api/failure-text.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { showToast } from "#shared/toasts/toasts.ts";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { TextArea } from "#ui/field/text-area.tsx";
import type { RefundDraft } from "./use-refund-requests.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import type { Language } from "@reposo/contract/text/languages.ts";

export function RefundSheet({
  requests,
  pending,
  onRequest,
  onClose,
}: {
  requests: RefundRequests;
  pending: boolean;
  onRequest: (draft: RefundDraft) => Promise<void>;
  onClose: () => void;
}) {
  const texts = useText("refunds");
  const { close, offlineReason } = useText("shared");
  const language = useLanguage();
  const online = useOnline();
  const { left, currency, inCash } = requests;
  const [typed, setTyped] = useState(() => writeTypedAmount(left, currency, language));
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const failureText = useFailureText(failure);
  const amount = readTypedAmount(typed, currency, language);
  const count = countCharacters(reason);
  const most = fill(texts.most, { amount: formatMoney(left, currency, language) });
  const example = writeTypedAmount(currency === "IDR" ? 2_500_000 : 1_250, currency, language);
  const amountProblem =
    amount === null ? fill(texts.amountWrong, { example }) : amount > left ? most : undefined;
  const reasonProblem = reason.trim() === "" ? texts.reasonMissing : undefined;

  function send(): void {
    setTried(true);
    setFailure(null);
    if (
      amount === null ||
      amountProblem !== undefined ||
      reasonProblem !== undefined ||
      count > maxReasonCharacters
    )
      return;
    onRequest({ amount, reason: reason.trim() }).then(() => {
      showToast(texts.requestSent);
      onClose();
    }, setFailure);
  }

  return (
    <Sheet open onClose={onClose} title={texts.ask} closeLabel={close}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending && online) send();
        }}
      >
        <p className="soft">{inCash ? texts.leadCash : texts.lead}</p>
        <Field
          label={`${texts.amount} (${currencyLabels[currency]})`}
          value={typed}
          onChange={setTyped}
          inputMode="decimal"
          autoComplete="off"
          hint={tried && amountProblem === most ? undefined : most}
          error={tried ? amountProblem : undefined}
        />
        <TextArea
          label={texts.reason}
          placeholder={texts.reasonHint}
          value={reason}
          onChange={setReason}
          count={count}
          most={maxReasonCharacters}
          countLabel={fill(texts.characters, { count, most: maxReasonCharacters })}
          error={tried ? reasonProblem : undefined}
        />
        {failureText !== undefined && <Banner kind="error">{failureText}</Banner>}
        {!online && <p className="soft">{offlineReason}</p>}
        <Button type="submit" wide pending={pending} disabled={!online}>
          {texts.send}
        </Button>
      </form>
    </Sheet>
  );
}

/** Rupiah have no decimals. */
const decimalsOf = (currency: Currency): 0 | 2 => (currency === "IDR" ? 0 : 2);

/** Minor units; null if invalid. Accepts both decimal marks, since phone keyboards have only one of them. */
export function readTypedAmount(text: string, currency: Currency, language: Language): number | null {
  const { group } = numberMarks(language);
  const typed = text.trim();
  const grouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?![\\d${group}])`).exec(typed)?.[0] ?? "";
  const plain = grouped.split(group).join("") + typed.slice(grouped.length);
  const [, whole, part = ""] = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(plain) ?? [];
  if (whole === undefined || (decimalsOf(currency) === 0 && Number(part) > 0)) return null;
  const minor = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return minor > 0 ? minor : null;
}

/** Formats an amount for the field, without marks that a keyboard lacks. */
export function writeTypedAmount(minor: number, currency: Currency, language: Language): string {
  const whole = String(Math.trunc(minor / 100));
  if (decimalsOf(currency) === 0) return whole;
  return `${whole}${numberMarks(language).decimal}${String(minor % 100).padStart(2, "0")}`;
}
