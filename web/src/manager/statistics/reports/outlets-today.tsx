import type { Currency } from "@reposo/contract/money/currencies.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { useQuery } from "@tanstack/react-query";
import type { UserInfo } from "#manager/shared/session/account.ts";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { List, Row, RowSkeletons } from "#ui/list/list.tsx";
import { useWide } from "#ui/screen/by-width.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { onlyOutlet } from "./named-outlets.ts";
import { overviewQuery } from "./report-queries.ts";
import styles from "./outlets-today.module.css";
import { readSelection, selectionQuery } from "./report-selection.ts";

const shownOutlets = 5;
const today = readSelection(new URLSearchParams());

/** The outlets with the highest income of today in one currency. Only a wide window shows and fetches them. */
export function OutletsToday({ outlets, currency }: { outlets: UserInfo["outlets"]; currency: Currency }) {
  const texts = useText("details");
  const language = useLanguage();
  const numbers = new Intl.NumberFormat(languageTags[language]);
  const isWide = useWide() === true;
  const { data, isError } = useQuery({ ...overviewQuery(today, zoneKeyIn(useZone())), enabled: isWide });
  const rows = data?.areas
    .filter((outlet) => outlet.currency === currency)
    .sort((a, b) => b.total - a.total)
    .slice(0, shownOutlets);
  if (isError || rows?.length === 0) return null;
  return (
    <Section
      title={texts.outletsToday}
      action={
        <ButtonLink variant="plain" href={hrefOf("details")}>
          {fill(texts.allOutlets, { count: numbers.format(outlets.length) })}
        </ButtonLink>
      }
    >
      {rows === undefined ? (
        <RowSkeletons count={Math.min(shownOutlets, outlets.length)} />
      ) : (
        <List label={texts.outletsToday}>
          {rows.map(({ areaId, areaName, total }) => (
            <Row
              key={areaId}
              href={hrefOf("details", selectionQuery({ ...today, outlets: onlyOutlet(areaId) }))}
              title={<UserText>{areaName}</UserText>}
              meta={<span className={styles.amount}>{formatMoney(total, currency, language)}</span>}
            />
          ))}
        </List>
      )}
    </Section>
  );
}
