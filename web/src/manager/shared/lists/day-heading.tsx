import { type ReactNode, useMemo } from "react";
import { dateFormatterIn, formatInZone } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { serverNow } from "#shared/time/server-clock.ts";
import { DownIcon } from "#ui/icons/icons.tsx";
import type { RowGroups } from "#ui/list/row-groups.ts";
import styles from "./day-heading.module.css";

/** Names the day of the rows below. */
export function DayHeading({
  day,
  onJump,
  children,
}: {
  day: string;
  /** Opens the choice of another day; absent if the list offers none, or elsewhere. */
  onJump?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const { jump } = useText("lists");
  const language = useLanguage();
  const zone = useZone();
  const isThisYear = day.startsWith(formatInZone(serverNow(), zone, "en_US", { year: "numeric" }));
  const date = formatInZone(Date.parse(day), { kind: "account", name: "UTC" }, language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(!isThisYear && { year: "numeric" }),
  });
  return (
    <>
      <h2 className={styles.title}>
        {onJump === undefined ? (
          date
        ) : (
          <button type="button" className={styles.jump} onClick={onJump} aria-haspopup="dialog">
            {date}
            <span className="visually-hidden">, {jump}</span>
            <DownIcon />
          </button>
        )}
      </h2>
      {children !== undefined && <span>{children}</span>}
    </>
  );
}

const renderDay = (day: string) => <DayHeading day={day} />;

/** Groups rows, which are sorted by a time, by its day. Both functions must stay the same. */
export function useDayGroups<R>(
  timeOf: (row: R) => string,
  renderHeading: RowGroups<R>["renderHeading"] = renderDay,
): RowGroups<R> {
  const zone = useZone();
  return useMemo(() => {
    const dateOf = dateFormatterIn(zone);
    return { groupOf: (row) => dateOf(Date.parse(timeOf(row))), renderHeading };
  }, [zone, timeOf, renderHeading]);
}
