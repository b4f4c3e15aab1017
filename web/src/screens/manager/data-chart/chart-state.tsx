import { useState } from "react";
import { fill, useLanguage, useText } from "#platform/i18n.tsx";
import { clockInZone } from "#platform/shown-zone.ts";
import { IconButton } from "#ui/button.tsx";
import { RefreshIcon } from "#ui/manager-icons.tsx";
import { Banner } from "#ui/notice.tsx";
import { useManager } from "#screens/manager/manager-session.tsx";
import { useZone } from "#screens/manager/zone-line.tsx";
import styles from "./chart-state.module.css";

/** How old the chart is, and whether it follows live; a refresh beside it. */
export function ChartState({
  updatedAt,
  failed,
  refresh,
}: {
  updatedAt: number;
  failed: boolean;
  refresh: () => Promise<unknown>;
}) {
  const texts = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const { live } = useManager();
  const [refreshing, setRefreshing] = useState(false);
  const time = clockInZone(updatedAt, zone, language);

  async function refreshNow(): Promise<void> {
    setRefreshing(true);
    await refresh();
    setRefreshing(false);
  }

  const button = (
    <IconButton
      label={texts.refresh}
      icon={<RefreshIcon />}
      pending={refreshing}
      onClick={() => void refreshNow()}
    />
  );
  if (failed || live === "cut") {
    return (
      <Banner kind={failed ? "warn" : "offline"} action={button}>
        {fill(failed ? texts.staleFigures : texts.notLive, { time })}
      </Banner>
    );
  }
  return (
    <div className={styles.line}>
      <p data-as-of={new Date(updatedAt).toISOString()}>{fill(texts.asOf, { time })}</p>
      {live === "live" && <span className={styles.live}>{texts.live}</span>}
      {button}
    </div>
  );
}
