import { formatMoney } from "@reposo/contract/money/money.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { formatDifference } from "#manager/cash/collections/format-difference.ts";
import { collectedTodayQuery } from "#manager/cash/cash-queries.ts";
import { type CashSelection, collectedToday, hrefOfCash } from "#manager/cash/cash-selection.ts";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { UserText } from "#ui/text/user-text.tsx";

/** What each collector counted today; nothing before the first collection. */
export function CollectedToday({ selection }: { selection: CashSelection }) {
  const texts = useText("cash");
  const language = useLanguage();
  const numbers = new Intl.NumberFormat(languageTags[language]);
  const { data } = useInfiniteQuery(collectedTodayQuery(selection, zoneKeyIn(useZone())));
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title={texts.collectedToday}>
      <List label={texts.collectedToday}>
        {rows.map(({ id, name, currency, collections, counted, difference }) => (
          <Row
            key={`${id} ${currency}`}
            href={hrefOfCash(collectedToday(selection))}
            title={<UserText>{name}</UserText>}
            detail={fill(texts.collectionCount, { count: numbers.format(collections) })}
            meta={
              <>
                <span className="strong">{formatMoney(counted, currency, language)}</span>
                <span className="soft">
                  {fill(texts.differenceOf, { amount: formatDifference(difference, currency, language) })}
                </span>
              </>
            }
          />
        ))}
      </List>
    </Section>
  );
}
