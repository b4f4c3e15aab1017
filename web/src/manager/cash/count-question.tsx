import type { Currency } from "@reposo/contract/fields.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";

/**
 * Asks whether to save an implausible count (`isImplausibleCount`). Amounts are in minor units.
 * @param props.advice what the manager should check
 * @param props.blockedReason why the count cannot be saved now; undefined if it can
 */
export function CountQuestion({
  deviceId,
  counted,
  expected,
  currency,
  advice,
  blockedReason,
  failure = null,
  pending,
  onConfirm,
  onChange,
  onClose,
}: {
  deviceId: string;
  counted: number;
  expected: number;
  currency: Currency;
  advice: string;
  blockedReason?: string | undefined;
  failure?: unknown;
  pending: boolean;
  onConfirm: () => void;
  onChange: () => void;
  onClose: () => void;
}) {
  const texts = useText("cash");
  const language = useLanguage();
  const money = (amount: number) => formatMoney(amount, currency, language);
  const difference = { amount: money(Math.abs(counted - expected)) };
  return (
    // A count that is being saved can no longer be changed, but the sheet can be closed.
    <Sheet open onClose={pending ? onClose : onChange} title={texts.countQuestion}>
      <p className="strong">
        {deviceId} · {money(counted)}
      </p>
      <p>{fill(counted > expected ? texts.muchMore : texts.muchLess, difference)}</p>
      <p>{advice}</p>
      <FailureBanner of={failure} />
      {blockedReason !== undefined && <p className="soft">{blockedReason}</p>}
      <Button wide pending={pending} disabled={blockedReason !== undefined} onClick={onConfirm}>
        {texts.saveAnyway}
      </Button>
      {/* This button is at the place of the form's button, so that a double tap there does not confirm the count. */}
      <Button wide variant="plain" disabled={pending} onClick={onChange}>
        {texts.changeCount}
      </Button>
    </Sheet>
  );
}
