import type { Texts } from "#locales/texts.ts";
import type { quarantineReasons } from "@reposo/contract/devices/device-page.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { DevicePageData } from "./device-page-queries.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";

export const quarantineReasonTexts = {
  amount: "reasonAmount",
  currency: "reasonCurrency",
  counter: "reasonCounter",
  rate: "reasonRate",
  epoch: "reasonEpoch",
  state: "reasonState",
  earnings: "reasonEarnings",
} as const satisfies Record<(typeof quarantineReasons)[number], keyof Texts["device"]>;

/** Lists quarantined coins, which are not part of the income until the operator accepts them. */
export function QuarantinedCoins({
  data: { quarantined, quarantinedCount },
  when,
}: {
  data: DevicePageData;
  when: (at: string) => string;
}) {
  const texts = useText("device");
  const language = useLanguage();
  return (
    <Section title={texts.quarantined}>
      <Banner kind="warn">{texts.quarantinedText}</Banner>
      {quarantinedCount > quarantined.length && (
        <p>{fill(texts.quarantinedMore, { count: quarantinedCount, shown: quarantined.length })}</p>
      )}
      <List label={texts.quarantined}>
        {quarantined.map(({ coinId, reason, amount, currency, insertedAt }) => (
          <Row
            key={coinId}
            title={amount === null ? texts.noAmount : formatMoney(amount, currency, language)}
            detail={texts[quarantineReasonTexts[reason]]}
            meta={when(insertedAt)}
          />
        ))}
      </List>
    </Section>
  );
}
