import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { clockInZone } from "#manager/shared/zone/display-zone.ts";
import { Banner } from "#ui/notice/notice.tsx";
import styles from "./as-of.module.css";
import { useManager } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";

export function AsOf({
  at,
  isError,
}: {
  /** Time of the figures, in milliseconds since the Unix epoch. */
  at: number;
  isError: boolean;
}) {
  const texts = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const { live } = useManager();
  const time = clockInZone(at, zone, language);
  if (isError || live === "cut") {
    return (
      <Banner kind={isError ? "warn" : "offline"}>
        {fill(isError ? texts.staleFigures : texts.notLive, { time })}
      </Banner>
    );
  }
  return (
    <div className={styles.line}>
      <p data-as-of={new Date(at).toISOString()}>{fill(texts.asOf, { time })}</p>
      {live === "live" && <span className={styles.live}>{texts.live}</span>}
    </div>
  );
}
