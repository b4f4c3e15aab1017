import type { OutletLocation } from "#manager/location/index.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { dateTimeFormatter } from "@reposo/contract/text/date-styles.ts";
import { Facts } from "#ui/list/facts.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { type HoursRow, openingHoursRows } from "./opening-hours-rows.ts";

/** 1 January 2024, a Monday, used to format the names of weekdays. */
const anyWeek = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

/** Shows opening hours in the outlet's time zone; renders nothing if the outlet has none. */
export function OpeningHoursSection({ outlet: { openingHours, timeZone } }: { outlet: OutletLocation }) {
  const texts = useText("places");
  const language = useLanguage();
  const weekdayOf = dateTimeFormatter(language, { timeZone: "UTC", weekday: "short" });
  if (openingHours === null) return null;
  const weekday = (day: number) => weekdayOf(anyWeek + day * dayMs);
  const days = ({ first, last }: HoursRow) =>
    first === last ? weekday(first) : `${weekday(first)} – ${weekday(last)}`;
  const hours = ({ hours: shown }: HoursRow) =>
    shown === "closed"
      ? texts.closed
      : shown === "wholeDay"
        ? texts.openAllDay
        : shown.join(language.startsWith("zh") ? "、" : ", ");
  return (
    <Section title={texts.openingHours}>
      <Facts
        facts={[
          ...openingHoursRows(openingHours).map((row) => ({ name: days(row), value: hours(row) })),
          { name: texts.timeZone, value: timeZone },
        ]}
      />
    </Section>
  );
}
