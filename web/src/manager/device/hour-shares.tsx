import type { DevicePageData } from "./device-page-queries.ts";
import { dateTimeFormatter } from "@reposo/contract/text/date-styles.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Card, Section } from "#ui/screen/screen.tsx";
import styles from "./hour-shares.module.css";

const days = [0, 1, 2, 3, 4, 5, 6];
const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** Only two labels, so that they also fit at twice the text size. */
const labelledHours = [0, 12];
/** 1 January 2024, a Monday, like the first day of the grid. */
const anyWeek = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

/** For each hour of the week, from Monday 00:00, the percentage in which the chair ran. */
type Shares = DevicePageData["hourShares"];

/**
 * Shows the share of each hour of the week in which the chair ran, as a grid of days and hours (for screen readers, as
 * a table), and the busiest hour as text.
 */
export function HourShares({ shares, closed }: { shares: Shares; closed: DevicePageData["closedHours"] }) {
  const texts = useText("device");
  const { empty } = useText("manager");
  const language = useLanguage();
  const weekdayOf = dateTimeFormatter(language, { timeZone: "UTC", weekday: "short" });
  const weekday = (day: number) => weekdayOf(anyWeek + day * dayMs);
  const max = Math.max(0, ...shares.map((share) => share ?? 0));
  const valueOf = (ofWeek: number): string => {
    const share = shares[ofWeek] ?? null;
    return closed.includes(ofWeek) ? texts.closedHours : share === null ? empty : `${share}%`;
  };
  function summary(): string {
    if (max === 0) return closed.length > 0 ? texts.openHoursUnused : texts.hoursUnused;
    const busiest = shares.indexOf(max);
    const busiestHour = busiest % 24;
    return fill(texts.busiestHour, {
      weekday: weekday(Math.floor(busiest / 24)),
      from: timeOf(busiestHour),
      to: timeOf(busiestHour + 1),
      share: max,
    });
  }
  return (
    <Section title={texts.hourShares}>
      <Card>
        <p className={styles.lead}>{closed.length > 0 ? texts.openHourSharesText : texts.hourSharesText}</p>
        <p className={styles.summary}>{summary()}</p>
        <div className={styles.grid} aria-hidden="true">
          <ul className={styles.days}>
            {days.map((day) => (
              <li key={day}>{weekday(day)}</li>
            ))}
          </ul>
          <svg className={styles.cells} viewBox="0 0 240 70" preserveAspectRatio="none">
            {days.flatMap((day) =>
              hours.map((hour) => {
                const ofWeek = day * 24 + hour;
                const share = shares[ofWeek] ?? null;
                if (closed.includes(ofWeek))
                  return (
                    <rect
                      key={ofWeek}
                      className={styles.closed}
                      x={hour * 10 + 3}
                      y={day * 10 + 4.5}
                      width={4}
                      height={1}
                    />
                  );
                // The share is null if the outlet had no open time in this hour while the chair was there.
                if (share === null) return null;
                return (
                  <rect
                    key={ofWeek}
                    className={styles.cell}
                    x={hour * 10 + 0.5}
                    y={day * 10 + 0.5}
                    width={9}
                    height={9}
                    fillOpacity={opacityOf(share, max)}
                  />
                );
              }),
            )}
          </svg>
          <ul className={styles.hours}>
            {labelledHours.map((hour) => (
              <li key={hour}>{timeOf(hour)}</li>
            ))}
          </ul>
        </div>
        {/* A screen reader reads the table instead of the grid. */}
        <div className="visually-hidden">
          <table>
            <caption>{texts.hourShares}</caption>
            <thead>
              <tr>
                <td aria-hidden="true" />
                {hours.map((hour) => (
                  <th key={hour} scope="col">
                    {timeOf(hour)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day) => (
                <tr key={day}>
                  <th scope="row">{weekday(day)}</th>
                  {hours.map((hour) => (
                    <td key={hour}>{valueOf(day * 24 + hour)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {closed.length > 0 && (
          <p className={styles.legend}>
            <svg className={styles.mark} viewBox="0 0 10 10" aria-hidden="true">
              <rect className={styles.closed} x={1} y={4} width={8} height={2} />
            </svg>
            {texts.closedHours}
          </p>
        )}
      </Card>
    </Section>
  );
}

const timeOf = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** Returns at least 0.08, so that hours without a run stay visible as cells. */
const opacityOf = (share: number, max: number): number => (max === 0 ? 0.08 : 0.08 + (0.92 * share) / max);
