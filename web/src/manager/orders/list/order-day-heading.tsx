import { formatMoney } from "@reposo/contract/money/money.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useRef } from "react";
import { DayHeading } from "#manager/shared/lists/day-heading.tsx";
import { useHydrated } from "#shared/app/use-hydrated.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
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

/** Names the day of the orders below, with its sum; in a list, it also opens the choice of another day. */
function OrderDayHeading({ day, jumps }: { day: string; jumps: boolean }) {
  const { daySum } = useText("lists");
  const days = useContext(Days);
  // The document contains no query for each day.
  const isHydrated = useHydrated();
  if (days === null) return null;
  return (
    <DayHeading day={day} onJump={jumps ? () => days.onJump(day) : undefined}>
      <span className="visually-hidden">{daySum}: </span>
      {isHydrated ? <LiveDaySum day={day} days={days} /> : <DaySum of={listedSums(days, day)} />}
    </DayHeading>
  );
}

/** A table has one button for the choice, so that its headings add no stops among the rows. */
export const renderOrderDay = (day: string, place: "list" | "table") => (
  <OrderDayHeading day={day} jumps={place === "list"} />
);

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
