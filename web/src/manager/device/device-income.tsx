import { formatMoney } from "@reposo/contract/money/money.ts";
import type { DevicePageData } from "./device-page-queries.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Facts } from "#ui/list/facts.tsx";
import { Section } from "#ui/screen/screen.tsx";

const periods = ["today", "yesterday", "thisMonth"] as const;

export function DeviceIncome({
  data: { device, income },
  mayOpenDetails,
}: {
  data: DevicePageData;
  mayOpenDetails: boolean;
}) {
  const texts = useText("device");
  const names = useText("manager");
  const language = useLanguage();
  const { areaId, deviceId } = device;
  return (
    <Section title={texts.income}>
      {income.map(({ currency, ...sums }) => (
        <Facts
          key={currency}
          facts={periods.map((period) => ({
            name: names[period],
            value: formatMoney(sums[period].total, currency, language),
            href: mayOpenDetails
              ? hrefOf("details", { range: period, areaId, deviceId, currency })
              : undefined,
          }))}
        />
      ))}
    </Section>
  );
}
