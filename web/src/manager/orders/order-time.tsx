import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { relativeTime } from "#shared/time/relative-time.ts";
import { type ShownZone, formatInZone } from "#manager/frame/shown-zone.ts";
import { useMinutes } from "#shared/time/ticking-clock.ts";

const dayMilliseconds = 86_400_000;

/** How long ago; from a day on, when. */
export function OrderTime({ at, zone }: { at: string; zone: ShownZone }) {
  const { justNow } = useText("shared");
  const language = useLanguage();
  const now = useMinutes();
  const instant = Date.parse(at);
  const year =
    new Date(instant).getUTCFullYear() === new Date(now).getUTCFullYear() ? {} : { year: "numeric" as const };
  const date = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", ...year } as const;
  return (
    <time dateTime={at}>
      {now - instant < dayMilliseconds
        ? relativeTime(instant, now, language, justNow)
        : formatInZone(instant, zone, language, date)}
    </time>
  );
}
