import type { Currency } from "@reposo/contract/money/currencies.ts";
import { currencyLabels } from "@reposo/contract/money/money.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FirstAlerts, alertsQuery } from "#manager/alerts/index.ts";
import { openFeedbackQuery } from "#manager/feedback/index.ts";
import { HomeSkeleton } from "#manager/shared/frame/figures-skeleton.tsx";
import { AsOf, type Figures, isFigures, OutletsToday, PeriodsCard } from "#manager/statistics/index.ts";
import { holds, mayOpen } from "#manager/shared/session/account.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { AlertIcon } from "#ui/icons/icons.tsx";
import { ChartIcon, FeedbackIcon } from "#ui/icons/manager-icons.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { FirstSteps } from "#manager/first-steps/index.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { ByWidth } from "#ui/screen/by-width.tsx";
import { Columns } from "#ui/screen/columns.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { replaceAddress, SearchBox } from "#manager/search/index.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { useRefresh } from "#manager/shared/frame/use-refresh.tsx";
import { type Ready, useManager } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { Counts } from "./counts.tsx";
import { HomeShortcuts } from "./home-shortcuts.tsx";
import { statisticsQuery, todayQuery } from "./home-queries.ts";
import { NeedsMe } from "./needs-me.tsx";
import { incomeHref } from "./overview-figures.tsx";
import { type DayChart, shownTotals, TodayIncome } from "./today-income.tsx";
import { LoadFailed } from "#manager/shared/frame/load-failed.tsx";
import styles from "./overview.module.css";

export function Overview() {
  const { overviewTab, quickStart } = useText("manager");
  const { token, userInfo } = useManager();
  const zone = zoneKeyIn(useZone());
  const enabled = token !== null && userInfo !== null && mayOpen(userInfo, "home");
  const statistics = useQuery({ ...statisticsQuery(zone), enabled });
  const today = useQuery({ ...todayQuery(zone), enabled });
  const client = useQueryClient();
  const { refresh, button } = useRefresh(() =>
    client.refetchQueries({ predicate: isFigures, type: "active" }),
  );
  // The figures are shown without the comparison if it could not be loaded.
  const chart = today.data ?? null;

  return (
    <ManagerPage
      wide
      title={overviewTab}
      placeholder={<HomeSkeleton />}
      action={
        <>
          {userInfo !== null && holds(userInfo, "start") && (
            <ByWidth
              narrow={null}
              wide={
                <span className={styles.start}>
                  <ButtonLink variant="plain" href={hrefOf("quickStart")}>
                    {quickStart}
                  </ButtonLink>
                </span>
              }
            />
          )}
          {button}
        </>
      }
    >
      {(ready) => {
        if (statistics.data !== undefined && !today.isPending)
          return (
            <Content
              {...{ ready, chart }}
              figures={statistics.data}
              isError={statistics.isError || today.isError}
            />
          );
        return statistics.isError ? (
          <FiguresFailed error={statistics.error} onRetry={refresh} />
        ) : (
          <HomeSkeleton />
        );
      }}
    </ManagerPage>
  );
}

function FiguresFailed({ error, onRetry }: { error: Error; onRetry: () => Promise<void> }) {
  const { figuresFailed } = useText("manager");
  return <LoadFailed title={figuresFailed} error={error} onRetry={onRetry} />;
}

/** What needs the manager, how today is, and where to go; then the other figures. */
function Content({
  ready,
  figures,
  chart,
  isError,
}: {
  ready: Ready;
  figures: Figures;
  chart: DayChart | null;
  isError: boolean;
}) {
  const texts = useText("manager");
  const { userInfo } = ready;
  const mayOpenDetails = mayOpen(userInfo, "details");
  const mayOpenCash = mayOpen(userInfo, "cash");
  const open = useQuery(alertsQuery({})).data;
  const alerts = (open?.alerts ?? []).filter(({ snoozed }) => !snoozed);
  const alertCount = open?.active ?? 0;
  const openFeedback = useQuery({ ...openFeedbackQuery(), enabled: mayOpenDetails }).data?.total;
  const isKnown = open !== undefined && (openFeedback !== undefined || !mayOpenDetails);
  const income = shownTotals(figures.totals, useAddressQuery().get("currency"), userInfo.currency);
  const href = mayOpenDetails && income !== undefined ? incomeHref(income.currency, null) : null;

  const { live } = useManager();
  const isStale = isError || live === "cut";
  const asOf = <AsOf at={Date.parse(figures.asOf)} isError={isError} />;
  const currencySwitch = figures.totals.length > 1 && income !== undefined && (
    <div className={styles.currencies}>
      <Segmented<Currency>
        label={texts.currency}
        value={income.currency}
        choices={figures.totals.map(({ currency }) => ({ value: currency, label: currencyLabels[currency] }))}
        onChange={(currency) => replaceAddress(hrefOf("home", { currency }))}
      />
    </div>
  );

  return (
    <>
      <div className="stack-3">
        <div className={styles.top}>
          <SearchBox />
          {(isStale || income === undefined) && asOf}
          <NeedsMe
            figures={figures}
            {...{ alerts, alertCount, isKnown, mayOpenDetails, mayOpenCash }}
            openFeedback={openFeedback ?? 0}
          />
        </div>
        <Columns
          main={
            <>
              <div className="stack-3">
                {income === undefined ? (
                  <Notice
                    kind="empty"
                    icon={<ChartIcon />}
                    title={texts.noIncomeTitle}
                    text={texts.noIncomeText}
                  />
                ) : (
                  <TodayIncome {...{ income, chart, currencySwitch }} asOf={!isStale && asOf} hrefOf={href} />
                )}
                <ByWidth narrow={<HomeShortcuts userInfo={userInfo} />} wide={null} />
              </div>
              <FirstSteps userInfo={userInfo} />
              {income !== undefined && <PeriodsCard income={income} hrefOf={href} />}
            </>
          }
          side={
            <>
              <ByWidth
                narrow={null}
                wide={
                  <>
                    <FirstAlerts ready={ready} alerts={alerts} total={alertCount} />
                    {mayOpenDetails && income !== undefined && (
                      <OutletsToday outlets={userInfo.outlets} currency={income.currency} />
                    )}
                  </>
                }
              />
              <Counts figures={figures} mayOpenDetails={mayOpenDetails} areaId={null} />
              <ByWidth
                narrow={
                  <List>
                    <Row href={hrefOf("alerts")} icon={<AlertIcon />} title={texts.alerts} />
                    {mayOpenDetails && (
                      <Row href={hrefOf("feedback")} icon={<FeedbackIcon />} title={texts.feedback} />
                    )}
                  </List>
                }
                wide={null}
              />
            </>
          }
        />
      </div>
      <ZoneLine />
    </>
  );
}
