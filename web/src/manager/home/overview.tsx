import type { Currency } from "@reposo/contract/money/currencies.ts";
import { currencyLabels } from "@reposo/contract/money/money.ts";
import { useQuery } from "@tanstack/react-query";
import { alertsQuery } from "#manager/alerts/index.ts";
import { openFeedbackQuery } from "#manager/feedback/index.ts";
import { FiguresSkeleton } from "#manager/shared/frame/figures-skeleton.tsx";
import { AsOf, type Figures, PeriodsCard } from "#manager/statistics/index.ts";
import { holds, mayOpen } from "#manager/shared/session/account.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { navigate, useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { AlertIcon, ScanIcon } from "#ui/icons/icons.tsx";
import { CashIcon, ChairIcon, ChartIcon, DetailsIcon, FeedbackIcon } from "#ui/icons/manager-icons.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { FirstSteps } from "#manager/first-steps/index.ts";
import { Segmented } from "#ui/choice/segmented.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Shortcuts } from "#ui/navigation/shortcuts.tsx";
import { SearchBox } from "#manager/search/index.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { useRefresh } from "#manager/shared/frame/use-refresh.tsx";
import { type Ready, useManager } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { Counts } from "./counts.tsx";
import { statisticsQuery, todayQuery } from "./home-queries.ts";
import { NeedsMe } from "./needs-me.tsx";
import { incomeHref } from "./overview-figures.tsx";
import { type DayChart, shownTotals, TodayIncome } from "./today-income.tsx";
import { LoadFailed } from "#manager/shared/frame/load-failed.tsx";

export function Overview() {
  const { overviewTab } = useText("manager");
  const { token, userInfo } = useManager();
  const zone = zoneKeyIn(useZone());
  const enabled = token !== null && userInfo !== null && mayOpen(userInfo, "home");
  const statistics = useQuery({ ...statisticsQuery(zone), enabled });
  const today = useQuery({ ...todayQuery(zone), enabled });
  const { refresh, button } = useRefresh(() => Promise.all([statistics.refetch(), today.refetch()]));
  // The figures are shown without the comparison if it could not be loaded.
  const chart = (today.isError ? null : today.data) ?? null;

  return (
    <ManagerPage title={overviewTab} action={button}>
      {(ready) => {
        if (statistics.data !== undefined && !today.isPending)
          return (
            <Content
              ready={ready}
              figures={statistics.data}
              chart={chart}
              isError={statistics.isError}
            />
          );
        return statistics.isError ? (
          <FiguresFailed error={statistics.error} onRetry={refresh} />
        ) : (
          <FiguresSkeleton />
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
  ready: { userInfo },
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
  const mayOpenDetails = mayOpen(userInfo, "details");
  const mayOpenCash = mayOpen(userInfo, "cash");
  const alerts = useQuery(alertsQuery({})).data?.alerts ?? [];
  const openFeedback = useQuery({ ...openFeedbackQuery(), enabled: mayOpenDetails }).data?.total ?? 0;
  const income = shownTotals(figures.totals, useAddressQuery().get("currency"), userInfo.currency);
  const href = mayOpenDetails && income !== undefined ? incomeHref(income.currency, null) : null;

  return (
    <>
      <div className="stack-3">
        <SearchBox />
        <AsOf
          at={Date.parse(figures.asOf)}
          isError={isError}
          {...(figures.totals.length > 1 &&
            income !== undefined && {
              action: (
                <Segmented<Currency>
                  label={texts.currency}
                  value={income.currency}
                  choices={figures.totals.map(({ currency }) => ({
                    value: currency,
                    label: currencyLabels[currency],
                  }))}
                  onChange={(currency) => navigate(hrefOf("home", { currency }), { replace: true })}
                />
              ),
            })}
        />
        <NeedsMe
          figures={figures}
          alerts={alerts.filter(({ snoozed }) => !snoozed)}
          {...{ openFeedback, mayOpenDetails, mayOpenCash }}
        />
        {income === undefined ? (
          <Notice kind="empty" icon={<ChartIcon />} title={texts.noIncomeTitle} text={texts.noIncomeText} />
        ) : (
          <TodayIncome income={income} chart={chart} hrefOf={href} />
        )}
        <Shortcuts
          label={texts.shortcuts}
          items={[
            ...(mayOpenDetails
              ? [{ href: hrefOf("orders"), icon: <DetailsIcon />, label: texts.ordersTitle }]
              : []),
            { href: hrefOf("dataChart"), icon: <ChartIcon />, label: texts.charts },
            { href: hrefOf("deviceList"), icon: <ChairIcon />, label: texts.deviceList },
            ...(mayOpenCash ? [{ href: hrefOf("cash"), icon: <CashIcon />, label: texts.cash }] : []),
            ...(holds(userInfo, "start")
              ? [{ href: hrefOf("quickStart"), icon: <ScanIcon />, label: texts.quickStart }]
              : []),
          ]}
        />
      </div>
      {income !== undefined && <PeriodsCard income={income} hrefOf={href} />}
      <Counts figures={figures} mayOpenDetails={mayOpenDetails} areaId={null} />
      <List>
        <Row href={hrefOf("alerts")} icon={<AlertIcon />} title={texts.alerts} />
        {mayOpenDetails && <Row href={hrefOf("feedback")} icon={<FeedbackIcon />} title={texts.feedback} />}
      </List>
      <FirstSteps userInfo={userInfo} />
      <ZoneLine />
    </>
  );
}
