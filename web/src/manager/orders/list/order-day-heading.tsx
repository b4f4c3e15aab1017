import { formatMoney } from "@reposo/contract/money/money.ts";
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { formatInZone } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { useHydrated } from "#shared/app/use-hydrated.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { serverNow } from "#shared/time/server-clock.ts";
import { DownIcon } from "#ui/icons/icons.tsx";
import { ListHeading } from "#ui/list/list.tsx";
import type { DaySums, daySumsQuery } from "./order-day-queries.ts";

export interface OrderDays {
  /** The sums in the replies of the list, by day. */
  readonly sums: readonly DaySums[];
  /** When the list was fetched, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Returns the options of the query of one day's sums. */
  readonly queryOf: (day: string) => ReturnType<typeof daySumsQuery>;
  readonly onJump: (day: string) => void;
}

const Days = createContext<OrderDays | null>(null);
export const OrderDaysProvider = Days.Provider;

/** Names the day of the orders below, with its sum, and opens the choice of another day. */
export function OrderDayHeading({ day }: { day: string }) {
  const { daySum, jump } = useText("lists");
  const language = useLanguage();
  const zone = useZone();
  const days = useContext(Days);
  // The document contains no query for each day.
  const isHydrated = useHydrated();
  if (days === null) return null;
  const isThisYear = day.startsWith(formatInZone(serverNow(), zone, "en_US", { year: "numeric" }));
  const date = formatInZone(Date.parse(day), { kind: "account", name: "UTC" }, language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(!isThisYear && { year: "numeric" }),
  });
  return (
    <ListHeading title={date} actionLabel={jump} icon={<DownIcon />} onPress={() => days.onJump(day)}>
      <span className="visually-hidden">{daySum}: </span>
      {isHydrated ? <LiveDaySum day={day} days={days} /> : <DaySum of={listedSums(days, day)} />}
    </ListHeading>
  );
}

const listedSums = ({ sums }: OrderDays, day: string): DaySums | undefined =>
  sums.find(({ date }) => date === day);

/** The sums of the list, until a live event refetches those of the day. */
function LiveDaySum({ day, days }: { day: string; days: OrderDays }) {
  const { fetchedAt, queryOf } = days;
  const listed = listedSums(days, day);
  const { data, dataUpdatedAt } = useQuery({
    ...queryOf(day),
    initialData: { items: [], nextCursor: null, total: 0, days: listed === undefined ? [] : [listed] },
    initialDataUpdatedAt: fetchedAt,
    staleTime: Infinity,
  });
  return <DaySum of={dataUpdatedAt > fetchedAt ? data.days?.[0] : listed} />;
}

function DaySum({ of }: { of: DaySums | undefined }) {
  const language = useLanguage();
  return of?.sums.map(({ currency, amount }) => formatMoney(amount, currency, language)).join(" · ");
}
