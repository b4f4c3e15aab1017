import { languageTags } from "@reposo/contract/text/languages.ts";
import { useEffect, useMemo } from "react";
import { useOpenFeedback } from "#manager/feedback/index.ts";
import { FiguresSkeleton } from "#manager/shared/frame/figures-skeleton.tsx";
import { storeFigures, readCachedFigures, useFigures } from "#manager/figures/index.ts";
import { holds, mayOpen } from "#manager/shared/session/launch.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Badge } from "#ui/badge/badge.tsx";
import { AlertIcon, ScanIcon } from "#ui/icons/icons.tsx";
import { CashIcon, ChairIcon, ChartIcon, FeedbackIcon } from "#ui/icons/manager-icons.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { useRefresh } from "#manager/shared/frame/use-refresh.tsx";
import { type Ready, useManager } from "#manager/shared/session/manager-context.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import { OverviewFigures } from "./overview-figures.tsx";
import { LoadFailed } from "#manager/shared/frame/load-failed.tsx";

export function Overview() {
  const { overviewTab } = useText("manager");
  const { token, userInfo } = useManager();
  const cached = useMemo(() => (token === null ? null : readCachedFigures(token)), [token]);
  const figures = useFigures(token, userInfo !== null && mayOpen(userInfo, "home"), cached?.figures);
  const { data, isPlaceholderData } = figures;
  useEffect(() => {
    if (token === null || userInfo === null || data === undefined || isPlaceholderData) return;
    storeFigures(token, {
      figures: data,
      currency: userInfo.currency,
      mayOpenDetails: mayOpen(userInfo, "details"),
    });
  }, [token, userInfo, data, isPlaceholderData]);
  const { refresh, button } = useRefresh(figures.refetch);

  return (
    <ManagerPage
      title={overviewTab}
      action={button}
      meanwhile={
        cached === null ? undefined : (
          <OverviewFigures
            figures={cached.figures}
            own={cached.currency}
            mayOpenDetails={cached.mayOpenDetails}
            isOld
          />
        )
      }
    >
      {(ready) => <Content ready={ready} figures={figures} onRetry={refresh} />}
    </ManagerPage>
  );
}

function Content({
  ready: { token, userInfo },
  figures,
  onRetry,
}: {
  ready: Ready;
  figures: ReturnType<typeof useFigures>;
  onRetry: () => Promise<void>;
}) {
  const texts = useText("manager");
  const { data } = figures;
  const language = useLanguage();
  const mayOpenDetails = mayOpen(userInfo, "details");
  const { alertCount = 0 } = useManager();
  const openFeedback = useOpenFeedback(token, mayOpenDetails);
  const numbers = new Intl.NumberFormat(languageTags[language]);

  if (data === undefined) {
    if (!figures.isError) return <FiguresSkeleton />;
    return <LoadFailed title={texts.figuresFailed} error={figures.error} onRetry={onRetry} />;
  }

  return (
    <>
      <OverviewFigures
        figures={data}
        own={userInfo.currency}
        mayOpenDetails={mayOpenDetails}
        isOld={figures.isPlaceholderData}
        isError={figures.isError}
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
      <ZoneLine />
    </>
  );
}
