import { languageTags } from "@reposo/contract/text/languages.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";

/** States how many of all alerts are shown, if the server did not list all of them. */
export function ShownOfAll({ shown, total }: { shown: number; total: number }) {
  const { shownOf } = useText("alerts");
  const numbers = new Intl.NumberFormat(languageTags[useLanguage()]);
  if (total <= shown) return null;
  return (
    <p className="note" role="status">
      {fill(shownOf, { count: numbers.format(shown), total: numbers.format(total) })}
    </p>
  );
}
