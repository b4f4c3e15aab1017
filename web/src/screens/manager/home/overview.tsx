import { useState } from "react";
import { FiguresSkeleton, useFigures } from "#features/figures/index.ts";
import { mayOpen } from "#features/session/index.ts";
import { fill, useLanguage, useText } from "#platform/i18n.tsx";
import { hrefOf } from "#platform/routes.ts";
import { clockInZone } from "#platform/shown-zone.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { ScanIcon } from "#ui/icons.tsx";
import { ChairIcon, ChartIcon, FeedbackIcon, RefreshIcon } from "#ui/manager-icons.tsx";
import { List, Row } from "#ui/list.tsx";
import { Banner, Notice } from "#ui/notice.tsx";
import { ManagerPage, type Ready } from "#screens/manager/manager-page.tsx";
import { useManager } from "#screens/manager/manager-session.tsx";
import { ZoneLine, useZone } from "#screens/manager/zone-line.tsx";
import { Counts } from "./counts.tsx";
import { Income } from "./income.tsx";
import styles from "./overview.module.css";

export function Overview() {
  const { overviewTab, refresh } = useText("manager");
  const { token, userInfo } = useManager();
  const figures = useFigures(token, userInfo !== null && mayOpen(userInfo, "home"));
  const [refreshing, setRefreshing] = useState(false);

  async function refreshNow(): Promise<void> {
    setRefreshing(true);
    await figures.refetch();
    setRefreshing(false);
  }

  return (
    <ManagerPage
      title={overviewTab}
      action={
        <IconButton
          label={refresh}
          icon={<RefreshIcon />}
          pending={refreshing}
          onClick={() => void refreshNow()}
        />
      }
    >
      {(ready) => <Content ready={ready} figures={figures} onRetry={() => void refreshNow()} />}
    </ManagerPage>
  );
}

function Content({
  ready: { userInfo },
  figures,
  onRetry,
}: {
  ready: Ready;
  figures: ReturnType<typeof useFigures>;
  onRetry: () => void;
}) {
  const texts = useText("manager");
  const { loading } = useText("shared");
  const language = useLanguage();
  const zone = useZone();
  const { live } = useManager();
  const { data } = figures;

  if (data === undefined) {
    if (!figures.isError) return <FiguresSkeleton label={loading} />;
    return (
      <Notice
        kind="error"
        title={texts.figuresFailed}
        text={figures.error.message}
        action={
          <Button look="quiet" onClick={onRetry}>
            {texts.tryAgain}
          </Button>
        }
      />
    );
  }

  const time = clockInZone(Date.parse(data.asOf), zone, language);
  const seesRows = mayOpen(userInfo, "details");
  return (
    <>
      {figures.isError ? (
        <Banner kind="warn">{fill(texts.staleFigures, { time })}</Banner>
      ) : live === "cut" ? (
        <Banner kind="offline">{fill(texts.notLive, { time })}</Banner>
      ) : (
        <p className={styles.asOf} data-as-of={data.asOf}>
          <span>{fill(texts.asOf, { time })}</span>
          {live === "live" && <span className={styles.live}>{texts.live}</span>}
        </p>
      )}
      <Income figures={data} own={userInfo.currency} seesRows={seesRows} />
      <Counts figures={data} seesRows={seesRows} />
      <List>
        <Row href={hrefOf("dataChart")} icon={<ChartIcon />} title={texts.charts} />
        <Row href={hrefOf("deviceList")} icon={<ChairIcon />} title={texts.deviceList} />
        {seesRows && <Row href={hrefOf("orderFeedback")} icon={<FeedbackIcon />} title={texts.feedback} />}
        <Row href={hrefOf("quickStart")} icon={<ScanIcon />} title={texts.quickStart} />
      </List>
      <ZoneLine />
    </>
  );
}
