import { languageTags } from "@reposo/contract/text/languages.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Row } from "#ui/list/list.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { formatDifference } from "./format-difference.ts";
import type { Difference } from "./difference-columns.tsx";

export function DifferenceRow({
  row: { id, name, currency, collections, counted, expected, difference },
  href,
}: {
  row: Difference;
  href: string | undefined;
}) {
  const texts = useText("cash");
  const language = useLanguage();
  const numbers = new Intl.NumberFormat(languageTags[language]);
  return (
    <Row
      name={`${id} ${currency}`}
      href={href}
      title={<UserText>{name}</UserText>}
      detail={
        <>
          <span className="line">{fill(texts.collectionCount, { count: numbers.format(collections) })}</span>
          <span className="line">
            {fill(texts.countedOf, { amount: formatMoney(counted, currency, language) })}
          </span>
          <span className="line">
            {fill(texts.expectedOf, { amount: formatMoney(expected, currency, language) })}
          </span>
        </>
      }
      meta={<span className="strong">{formatDifference(difference, currency, language)}</span>}
    />
  );
}
