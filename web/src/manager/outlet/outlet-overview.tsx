import { AlertSection } from "#manager/alerts/index.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { useQuery } from "@tanstack/react-query";
import { openFeedbackQuery } from "#manager/feedback/index.ts";
import { FiguresSkeleton } from "#manager/shared/frame/figures-skeleton.tsx";
import { type OutletLocation, OutletHeader } from "#manager/location/index.ts";
import { mayOpen } from "#manager/shared/session/account.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Badge } from "#ui/text/badge.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { CashIcon, ChairIcon, FeedbackIcon, OrdersIcon } from "#ui/icons/manager-icons.tsx";
import { LocationIcon } from "#ui/icons/icons.tsx";
import { ByWidth } from "#ui/screen/by-width.tsx";
import { Columns } from "#ui/screen/columns.tsx";
import { outletFiguresQuery } from "./outlet-queries.ts";
import { OpeningHoursSection } from "./opening-hours-section.tsx";
import { OverviewFigures } from "#manager/home/index.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";

interface Props {
  readonly ready: Ready;
  readonly outlet: OutletLocation;
}

export function OutletOverview({ ready, outlet }: Props) {
  const alerts = <AlertSection ready={ready} areaId={outlet.areaId} />;
  return (
    <>
      <OutletHeader outlet={outlet} />
      <Columns
        main={
          <>
            <ByWidth narrow={alerts} wide={null} />
            <OutletFigures ready={ready} outlet={outlet} />
          </>
        }
        side={
          <>
            <ByWidth narrow={null} wide={alerts} />
            <OutletLinks ready={ready} outlet={outlet} />
            <OpeningHoursSection outlet={outlet} />
          </>
        }
      />
      <ZoneLine />
    </>
  );
}

function OutletFigures({ ready: { userInfo }, outlet: { areaId, currency } }: Props) {
  const texts = useText("manager");
  const query = useQuery(outletFiguresQuery(areaId, zoneKeyIn(useZone())));
  const { data, isError } = query;
  if (data !== undefined)
    return (
      <OverviewFigures
        figures={data.statistics}
        compared={data.comparison}
        own={currency}
        mayOpenDetails={mayOpen(userInfo, "details")}
        isError={isError}
        areaId={areaId}
      />
    );
  return <NotLoaded query={query} failedTitle={texts.figuresFailed} placeholder={<FiguresSkeleton />} />;
}

function OutletLinks({ ready: { userInfo }, outlet: { areaId } }: Props) {
  const texts = useText("manager");
  const { place } = useText("places");
  const language = useLanguage();
  const mayOpenDetails = mayOpen(userInfo, "details");
  const open = useQuery({ ...openFeedbackQuery(areaId), enabled: mayOpenDetails }).data?.total ?? 0;
  const count = new Intl.NumberFormat(languageTags[language]).format(open);
  return (
    <List>
      <Row href={hrefOf("deviceList", { areaId })} icon={<ChairIcon />} title={texts.deviceList} />
      {mayOpenDetails && (
        <>
          <Row href={hrefOf("orders", { areaId })} icon={<OrdersIcon />} title={texts.ordersTitle} />
          <Row
            href={hrefOf("feedback", { areaId })}
            icon={<FeedbackIcon />}
            title={texts.feedback}
            meta={open > 0 && <Badge tone="warn">{fill(texts.feedbackOpen, { count })}</Badge>}
          />
        </>
      )}
      {mayOpen(userInfo, "cash") && (
        <Row href={hrefOf("cash", { areaId })} icon={<CashIcon />} title={texts.cash} />
      )}
      <Row href={hrefOf("locationOpen", { areaId })} icon={<LocationIcon />} title={place} />
    </List>
  );
}
