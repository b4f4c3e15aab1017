import type { Currency } from "@reposo/contract/fields.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";

/** Asks whether an implausible count (`isImplausibleCount`) is saved. Amounts are in minor units. */
export function CountQuestion({
  deviceId,
  counted,
  expected,
  currency,
  pending,
  onConfirm,
  onChange,
}: {
  deviceId: string;
  counted: number;
  expected: number;
  currency: Currency;
  pending: boolean;
  onConfirm: () => void;
  onChange: () => void;
}) {
  const texts = useText("cash");
  const language = useLanguage();
  const money = (amount: number) => formatMoney(amount, currency, language);
  const difference = { amount: money(Math.abs(counted - expected)) };
  return (
    <Sheet open onClose={onChange} title={texts.countQuestion}>
      <p className="strong">
        {deviceId} · {money(counted)}
      </p>
      <p>{fill(counted > expected ? texts.muchMore : texts.muchLess, difference)}</p>
      <Button wide pending={pending} onClick={onConfirm}>
        {texts.saveAnyway}
      </Button>
      {/* At the place of the form's button, so that a double tap does not confirm. */}
      <Button wide variant="plain" onClick={onChange}>
        {texts.changeCount}
      </Button>
    </Sheet>
  );
}
