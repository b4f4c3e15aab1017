import { formatMoney } from "@reposo/contract/money/money.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useRef } from "react";
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

const replyOf = (sums: DaySums | undefined) => ({
  items: [],
  nextCursor: null,
  total: 0,
  days: sums === undefined ? [] : [sums],
});

/** The newest sums of the day: a live event refetches them, and so does a refetch of the list. */
function LiveDaySum({ day, days }: { day: string; days: OrderDays }) {
  const client = useQueryClient();
  const listed = listedSums(days, day);
  const { queryKey } = days.queryOf(day);
  const { data } = useQuery({ ...days.queryOf(day), initialData: replyOf(listed), staleTime: Infinity });
  const listedBefore = useRef(listed);
  useEffect(() => {
    // A further page or a changed row leaves the object as it is, so that only a new reply replaces newer sums.
    if (listed === listedBefore.current) return;
    listedBefore.current = listed;
    client.setQueryData(queryKey, replyOf(listed));
  });
  return <DaySum of={data.days?.find(({ date }) => date === day)} />;
}

function DaySum({ of }: { of: DaySums | undefined }) {
  const language = useLanguage();
  return of?.sums.map(({ currency, amount }) => formatMoney(amount, currency, language)).join(" · ");
}
