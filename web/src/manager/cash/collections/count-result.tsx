import type { Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { CountComparison } from "./count-comparison.tsx";

/** States the difference of an entry that was just recorded. The expected amount is shown only now (CASH-4). */
export function CountResult({
  title,
  entry,
  onRecount,
  onClose,
}: {
  title: string;
  entry: Collection;
  onRecount: () => void;
  onClose: () => void;
}) {
  const texts = useText("cash");
  const language = useLanguage();
  const amount = formatMoney(Math.abs(entry.difference), entry.currency, language);
  return (
    <Sheet open onClose={onClose} title={title}>
      <p className="strong">
        {entry.deviceId} · <UserText>{entry.areaName}</UserText>
      </p>
      <p role="status">{fill(entry.difference > 0 ? texts.more : texts.less, { amount })}</p>
      <CountComparison of={entry} />
      <p className="soft">{texts.expectedText}</p>
      <Button wide onClick={onClose}>
        {texts.done}
      </Button>
      <Button wide variant="quiet" onClick={onRecount}>
        {texts.recount}
      </Button>
    </Sheet>
  );
}
