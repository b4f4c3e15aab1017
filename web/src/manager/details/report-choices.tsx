import {
  type NamedOutlets,
  outletOf,
  OutletPicker,
  PeriodPicker,
  type ReportPlace,
} from "#manager/reports/index.ts";
import { navigate } from "#shared/routing/navigation.ts";
import { serverNow } from "#shared/time/server-clock.ts";
import { dateInZone } from "#manager/shared/zone/shown-zone.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import styles from "./details.module.css";
import { changeTo, type Days, hrefTo } from "./report-context.ts";
import { lazyComponent, LazySection } from "#shared/lazy/lazy-component.tsx";

const hourChip = lazyComponent(() => import("./hour-chip.tsx"), "lists");

/** Period and outlets; each choice takes effect at once and stands in the address. */
export function ReportChoices({
  ready,
  place,
  days,
}: {
  ready: Ready;
  place: ReportPlace;
  days: Days | null;
}) {
  const zone = useZone();
  const { outlets } = ready.userInfo;
  const { period } = place;

  function chooseOutlets(chosen: NamedOutlets): void {
    const next = { ...place, outlets: chosen };
    // A single outlet is a level of its own: Back leads out of it.
    if (outletOf(next) !== null && outletOf(place) === null) navigate(hrefTo(next));
    else changeTo(next);
  }

  return (
    <div className={styles.choices}>
      <PeriodPicker
        key={JSON.stringify(period)}
        period={period}
        days={days}
        today={dateInZone(serverNow(), zone)}
        onChange={(chosen) => changeTo({ ...place, period: chosen })}
      />
      {period.hour !== null && (
        <LazySection
          of={hourChip}
          props={{
            day: period.startDate,
            hour: period.hour,
            zone,
            onRemove: () => changeTo({ ...place, period: { ...period, hour: null } }),
          }}
          placeholder={null}
        />
      )}
      {outlets.length > 1 && (
        <OutletPicker outlets={outlets} chosen={place.outlets} onChange={chooseOutlets} />
      )}
    </div>
  );
}
