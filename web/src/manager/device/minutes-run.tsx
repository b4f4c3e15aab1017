import { languageTags } from "@reposo/contract/text/languages.ts";
import type { DevicePageData } from "./device-page-queries.ts";
import { dateTimeFormatter, dayAndMonth } from "@reposo/contract/text/date-styles.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { OptionalLink } from "#ui/button/link.tsx";
import { Card, Section } from "#ui/screen/screen.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./minutes-run.module.css";

/**
 * Shows for each of the last days, newest first, how long the chair ran, in minutes, as a share of the outlet's opening
 * hours if it has any, and as a bar.
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
  const language = useLanguage();
  const dateOf = dateTimeFormatter(language, {
    timeZone: "UTC",
    weekday: "short",
    ...dayAndMonth,
  });
  const numbers = new Intl.NumberFormat(languageTags[language]);
  const hasHours = days.some(({ openMinutes }) => openMinutes !== null);
  const title = hasHours ? texts.utilization : texts.minutesRun;
  const usedIn = ({ minutes: used, share, closed }: (typeof days)[number]) => {
    const minutes = numbers.format(used);
    if (closed && used === 0) return texts.closedDay;
    return share === null
      ? fill(texts.minutes, { minutes })
      : fill(texts.minutesAndShare, { minutes, share });
  };
  const max = Math.max(1, ...days.map(({ minutes }) => minutes));
  return (
    <Section title={title}>
      <Card>
        <p className={styles.lead}>{hasHours ? texts.utilizationText : texts.minutesRunText}</p>
        <ol className={styles.days} aria-label={title}>
          {[...days].reverse().map((day) => {
            const href = ordersOf === null || day.minutes === 0 ? undefined : ordersOf(day.date);
            return (
              <li key={day.date}>
                <OptionalLink href={href} className={classNames(styles.day, href && styles.linked)}>
                  <span className={styles.date}>{dateOf(`${day.date}T00:00:00Z`)}</span>
                  <svg
                    className={styles.track}
                    viewBox="0 0 100 4"
                    preserveAspectRatio="none"
                    aria-hidden="true"
                  >
                    <rect className={styles.bar} width={(day.minutes / max) * 100} height="4" />
                  </svg>
                  <span className={styles.minutes}>{usedIn(day)}</span>
                </OptionalLink>
              </li>
            );
          })}
        </ol>
        {testRuns > 0 && (
          <p className={styles.lead}>{fill(texts.testRuns, { runs: numbers.format(testRuns) })}</p>
        )}
      </Card>
    </Section>
  );
}
