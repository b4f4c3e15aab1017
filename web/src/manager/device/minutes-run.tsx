import { languageTags } from "@reposo/contract/text/languages.ts";
import type { DevicePageData } from "./use-device-page.ts";
import { dateTimeFormatter } from "#shared/time/date-time.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Card, Section } from "#ui/screen/screen.tsx";
import styles from "./minutes-run.module.css";

/** How long the chair ran on each of the last days, newest first, as bars with their figures. */
export function MinutesRun({
  days,
  testRuns,
}: {
  days: DevicePageData["utilisation"];
  testRuns: DevicePageData["testRuns"];
}) {
  const texts = useText("device");
  const language = useLanguage();
  const dateOf = dateTimeFormatter(language, {
    timeZone: "UTC",
    weekday: "short",
    day: "numeric",
    month: "short",
  });
  const numbers = new Intl.NumberFormat(languageTags[language]);
  const most = Math.max(1, ...days.map(({ minutes }) => minutes));
  return (
    <Section title={texts.minutesRun}>
      <Card>
        <p className={styles.lead}>{texts.minutesRunText}</p>
        <ol className={styles.days} aria-label={texts.minutesRun}>
          {[...days].reverse().map(({ date, minutes }) => (
            <li key={date} className={styles.day}>
              <span className={styles.date}>{dateOf(`${date}T00:00:00Z`)}</span>
              <svg className={styles.track} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect className={styles.bar} width={(minutes / most) * 100} height="4" />
              </svg>
              <span className={styles.minutes}>
                {fill(texts.minutes, { minutes: numbers.format(minutes) })}
              </span>
            </li>
          ))}
        </ol>
        {testRuns > 0 && (
          <p className={styles.lead}>{fill(texts.testRuns, { runs: numbers.format(testRuns) })}</p>
        )}
      </Card>
    </Section>
  );
}
