import { useId } from "react";
import { languageTags } from "@reposo/contract/text/languages.ts";
import type { DevicePageData } from "./device-page-queries.ts";
import { dateTimeFormatter, dayAndMonth } from "@reposo/contract/text/date-styles.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Swatch } from "#ui/chart/chart-marks.tsx";
import { OptionalLink } from "#ui/button/link.tsx";
import { Card, Section } from "#ui/screen/screen.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./minutes-run.module.css";

/**
 * Shows for each of the last days, newest first, how long the chair ran, in minutes, as a share of the outlet's opening
 * hours if it has any, and as a bar. The bar of today, which is not over, is hatched over the outline of the same weekday
 * of last week.
 */
export function MinutesRun({
  days,
  testRuns,
  ordersOf,
}: {
  days: DevicePageData["utilisation"];
  testRuns: DevicePageData["testRuns"];
  /** Returns the link to the orders of a day; null for managers who may not see orders. */
  ordersOf: ((date: string) => string) | null;
}) {
  const texts = useText("device");
  const { soFar } = useText("charts");
  const hatchId = `hatch${useId().replace(/\W/g, "")}`;
  const language = useLanguage();
  const dateOf = dateTimeFormatter(language, {
    timeZone: "UTC",
    weekday: "short",
    ...dayAndMonth,
  });
  const numbers = new Intl.NumberFormat(languageTags[language]);
  const hasHours = days.some(({ openMinutes }) => openMinutes !== null);
  const title = texts.minutesRun;
  const usedIn = ({ minutes: used, share, closed }: (typeof days)[number]) => {
    const minutes = numbers.format(used);
    if (closed && used === 0) return texts.closedDay;
    return share === null
      ? fill(texts.minutes, { minutes })
      : fill(texts.minutesAndShare, { minutes, share });
  };
  const max = Math.max(1, ...days.map(({ minutes }) => minutes));
  const weekBefore = days[days.length - 8]?.minutes ?? 0;
  return (
    <Section title={title}>
      <Card>
        <p className={styles.lead}>{hasHours ? texts.utilizationText : texts.minutesRunText}</p>
        <ol className={styles.days} aria-label={title}>
          {[...days].reverse().map((day, daysAgo) => {
            const isToday = daysAgo === 0;
            const date = dateOf(`${day.date}T00:00:00Z`);
            const href = ordersOf === null || day.minutes === 0 ? undefined : ordersOf(day.date);
            return (
              <li key={day.date}>
                <OptionalLink href={href} className={classNames(styles.day, href && styles.linked)}>
                  <span className={styles.date}>{isToday ? fill(soFar, { when: date }) : date}</span>
                  <svg
                    className={styles.track}
                    viewBox="0 0 100 4"
                    preserveAspectRatio="none"
                    aria-hidden="true"
                  >
                    {isToday && (
                      <pattern id={hatchId} width="2" height="4" patternUnits="userSpaceOnUse">
                        <rect className={styles.bar} width="1.2" height="4" />
                      </pattern>
                    )}
                    {isToday && (
                      <rect
                        className={styles.earlier}
                        x="0.25"
                        y="0.25"
                        width={(weekBefore / max) * 99.5}
                        height="3.5"
                      />
                    )}
                    <rect
                      className={isToday ? undefined : styles.bar}
                      fill={isToday ? `url(#${hatchId})` : undefined}
                      width={(day.minutes / max) * 100}
                      height="4"
                    />
                  </svg>
                  <span className={styles.minutes}>{usedIn(day)}</span>
                </OptionalLink>
              </li>
            );
          })}
        </ol>
        {weekBefore > 0 && (
          <p className={styles.legend}>
            <Swatch index="earlier" /> {texts.weekBefore}
          </p>
        )}
        {testRuns > 0 && (
          <p className={styles.lead}>{fill(texts.testRuns, { runs: numbers.format(testRuns) })}</p>
        )}
      </Card>
    </Section>
  );
}
