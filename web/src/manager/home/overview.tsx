import { languageTags } from "@reposo/contract/text/languages.ts";
import { useQuery } from "@tanstack/react-query";
import { openFeedbackQuery } from "#manager/feedback/index.ts";
import { FiguresSkeleton } from "#manager/shared/frame/figures-skeleton.tsx";
import type { Figures } from "#manager/statistics/index.ts";
import { holds, mayOpen } from "#manager/shared/session/account.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Badge } from "#ui/badge/badge.tsx";
import { AlertIcon, ScanIcon } from "#ui/icons/icons.tsx";
import { CashIcon, ChairIcon, ChartIcon, FeedbackIcon } from "#ui/icons/manager-icons.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { FirstSteps } from "#manager/first-steps/index.ts";
import { SearchBox } from "#manager/search/index.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { useRefresh } from "#manager/shared/frame/use-refresh.tsx";
import { type Ready, useManager } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { comparisonQuery, statisticsQuery } from "./home-queries.ts";
import { OverviewFigures } from "./overview-figures.tsx";
import { LoadFailed } from "#manager/shared/frame/load-failed.tsx";

export function Overview() {
  const { overviewTab } = useText("manager");
  const { token, userInfo } = useManager();
  const zone = zoneKeyIn(useZone());
  const enabled = token !== null && userInfo !== null && mayOpen(userInfo, "home");
  const statistics = useQuery({ ...statisticsQuery(zone), enabled });
  const comparison = useQuery({ ...comparisonQuery(zone), enabled });
  const { refresh, button } = useRefresh(() => Promise.all([statistics.refetch(), comparison.refetch()]));
  const isLoaded = statistics.data !== undefined && !comparison.isPending;
  // The figures are shown without the comparison if it could not be loaded.
  const compared = (comparison.isError ? null : comparison.data) ?? null;

  return (
    <ManagerPage title={overviewTab} action={button}>
      {(ready) => {
        if (isLoaded)
          return (
            <Content ready={ready} figures={{ ...statistics.data, compared }} isError={statistics.isError} />
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

function Content({
  ready: { userInfo },
  figures,
  isError,
}: {
  ready: Ready;
  figures: Figures;
  isError: boolean;
}) {
  const texts = useText("manager");
  const language = useLanguage();
  const mayOpenDetails = mayOpen(userInfo, "details");
  const { alertCount = 0 } = useManager();
  const openFeedback = useQuery({ ...openFeedbackQuery(), enabled: mayOpenDetails }).data?.total;
  const numbers = new Intl.NumberFormat(languageTags[language]);

  return (
    <>
      <SearchBox />
      <OverviewFigures
        figures={figures}
        own={userInfo.currency}
        mayOpenDetails={mayOpenDetails}
        isError={isError}
      />
      <List>
        <Row
          href={hrefOf("alerts")}
          icon={<AlertIcon />}
          title={texts.alerts}
          meta={
            alertCount > 0 && (
              <Badge tone="bad">{fill(texts.alertsOpenBadge, { count: numbers.format(alertCount) })}</Badge>
            )
          }
        />
        <Row href={hrefOf("dataChart")} icon={<ChartIcon />} title={texts.charts} />
        <Row href={hrefOf("deviceList")} icon={<ChairIcon />} title={texts.deviceList} />
        {mayOpen(userInfo, "cash") && <Row href={hrefOf("cash")} icon={<CashIcon />} title={texts.cash} />}
        {mayOpenDetails && (
          <Row
            href={hrefOf("feedback")}
            icon={<FeedbackIcon />}
            title={texts.feedback}
            meta={
              openFeedback !== undefined &&
              openFeedback > 0 && (
                <Badge tone="warn">{fill(texts.feedbackOpen, { count: numbers.format(openFeedback) })}</Badge>
              )
            }
          />
        )}
        {holds(userInfo, "start") && (
          <Row href={hrefOf("quickStart")} icon={<ScanIcon />} title={texts.quickStart} />
        )}
      </List>
      <FirstSteps userInfo={userInfo} />
      <ZoneLine />
    </>
  );
}
