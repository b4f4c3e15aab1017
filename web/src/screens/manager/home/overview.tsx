import { languageTags } from "@reposo/contract/languages.ts";
import { useState } from "react";
import {
  CountsCard,
  FiguresSkeleton,
  IncomeCard,
  ownCurrencyFirst,
  useFigures,
} from "#features/figures/index.ts";
import { mayOpen } from "#features/session/index.ts";
import { fill, useLanguage, useText } from "#platform/i18n.tsx";
import { hrefOf } from "#platform/routes.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { ScanIcon } from "#ui/icons.tsx";
import { ChairIcon, ChartIcon, RefreshIcon } from "#ui/manager-icons.tsx";
import { List, Row } from "#ui/list.tsx";
import { Banner, Notice } from "#ui/notice.tsx";
import { Section } from "#ui/screen.tsx";
import { ManagerPage, type Ready } from "#screens/manager/manager-page.tsx";
import { useManager } from "#screens/manager/manager-session.tsx";
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
  ready,
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

  const time = new Intl.DateTimeFormat(languageTags[language], { hour: "2-digit", minute: "2-digit" }).format(
    new Date(data.asOf),
  );
  const totals = ownCurrencyFirst(data.totals, ready.userInfo.currency);
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
      {totals.length === 0 && <Notice kind="empty" title={texts.noIncomeTitle} text={texts.noIncomeText} />}
      {totals.map((income) => (
        <IncomeCard key={income.currency} income={income} alone={totals.length === 1} />
      ))}
      <Section title={texts.ordersToday}>
        <CountsCard
          items={[
            { name: "normal", label: texts.ordersNormal, count: data.orders.normal },
            { name: "abnormal", label: texts.ordersAbnormal, count: data.orders.abnormal, alarming: true },
            { name: "unpaid", label: texts.ordersUnpaid, count: data.orders.unpaid },
          ]}
        />
      </Section>
      <Section title={texts.network}>
        <CountsCard
          items={[
            { name: "outlets", label: texts.outlets, count: data.outlets },
            { name: "devices", label: texts.devices, count: data.devices.total, href: hrefOf("deviceList") },
            {
              name: "devicesAbnormal",
              label: texts.devicesAbnormal,
              count: data.devices.abnormal,
              alarming: true,
            },
            {
              name: "devicesOnline",
              label: texts.devicesOnline,
              count: data.devices.online,
              href: hrefOf("deviceList", { online: "online" }),
            },
            {
              name: "devicesInUse",
              label: texts.devicesInUse,
              count: data.devices.inUse,
              href: hrefOf("deviceList", { use: "inUse" }),
            },
          ]}
          note={`${texts.devicesAbnormal}: ${texts.devicesAbnormalHint}`}
        />
      </Section>
      <List>
        <Row href={hrefOf("quickStart")} icon={<ScanIcon />} title={texts.quickStart} />
        <Row href={hrefOf("deviceList")} icon={<ChairIcon />} title={texts.deviceList} />
        <Row href={hrefOf("dataChart")} icon={<ChartIcon />} title={texts.charts} />
      </List>
    </>
  );
}
