import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AlertSection } from "#manager/alerts/index.ts";
import { type DeviceRow, useFaultLabel } from "#manager/devices/index.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { type DevicePageData, devicePageQuery } from "./device-page-queries.ts";
import { holds, mayOpen } from "#manager/shared/session/account.ts";
import { useOnline } from "#shared/api/connection.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Disclosure } from "#ui/list/disclosure.tsx";
import { Facts } from "#ui/list/facts.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Columns } from "#ui/screen/columns.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useInstantFormatter, useZone } from "#manager/shared/zone/use-zone.ts";
import { type Ready, useManager } from "#manager/shared/session/manager-context.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import { signalLevel } from "./signal-level.ts";
import { DeviceIncome } from "./device-income.tsx";
import { IdentifyButton } from "./command-button.tsx";
import { TestRunSection } from "./test-run-section.tsx";
import { MinutesRun } from "./minutes-run.tsx";
import { DeviceState } from "./device-state.tsx";
import { TakeOutButton } from "./take-out-button.tsx";
import { QuarantinedCoins } from "./quarantined-coins.tsx";
import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";
import { RunningOrder } from "./running-order.tsx";
import { ConfigurationSection } from "./configuration-section.tsx";
import { HourShares } from "./hour-shares.tsx";
import { DeviceTimeline } from "./device-timeline.tsx";

export function DeviceOverview({ ready, deviceId }: { ready: Ready; deviceId: string }) {
  const texts = useText("device");
  const { loading } = useText("shared");
  const { deviceGone } = useText("lists");
  const { devices, notLiveList } = useText("manager");
  const { live } = useManager();
  const page = useQuery(devicePageQuery(deviceId, zoneKeyIn(useZone())));
  const { data } = page;
  if (data === undefined)
    return (
      <NotLoaded
        query={page}
        failedTitle={texts.failed}
        placeholder={
          <div role="status" aria-label={loading}>
            <Skeleton shape="card" />
            <Skeleton shape="card" />
          </div>
        }
        missing={{
          codes: [resultCodes.deviceUnknown, resultCodes.deviceOfOtherOutlet],
          title: deviceGone,
          href: hrefOf("deviceList"),
          listTitle: devices,
        }}
      />
    );
  return (
    <>
      {live === "cut" ? (
        <Banner kind="offline">{notLiveList}</Banner>
      ) : (
        page.isError && <Banner kind="warn">{texts.stale}</Banner>
      )}
      <Loaded ready={ready} data={data} refetch={() => page.refetch()} />
    </>
  );
}

function Loaded({
  ready,
  data,
  refetch,
}: {
  ready: Ready;
  data: DevicePageData;
  refetch: () => Promise<unknown>;
}) {
  const texts = useText("device");
  const lists = useText("lists");
  const { offlineReason } = useText("shared");
  const online = useOnline();
  const { device, stateSince, firmware, signal, quarantinedCount } = data;
  const when = useInstantFormatter();
  const faultLabel = useFaultLabel(ready.labels);
  const numbers = new Intl.NumberFormat(languageTags[useLanguage()]);
  const mayOpenDetails = mayOpen(ready.userInfo, "details");
  const mayChange = holds(ready.userInfo, "service");
  // Remains after the end of the order, because the result of a stop is shown with it.
  const [stoppableId, setStoppableId] = useState(device.orderId);
  if (device.orderId !== null && device.orderId !== stoppableId) setStoppableId(device.orderId);
  const { areaId, deviceId } = device;
  return (
    <>
      <Columns
        main={
          <>
            <DeviceState
              device={device}
              since={stateSince === null ? null : when(stateSince)}
              faultLabel={faultLabel}
              mayChange={mayChange}
              mayOpenOrders={mayOpenDetails}
              onChanged={refetch}
            />
            {holds(ready.userInfo, "stop") && stoppableId !== null && (
              <RunningOrder key={stoppableId} orderId={stoppableId} />
            )}
            <AlertSection ready={ready} deviceId={deviceId} />
            <DeviceIncome data={data} mayOpenDetails={mayOpenDetails} />
            {quarantinedCount > 0 && <QuarantinedCoins data={data} when={when} />}
          </>
        }
        side={
          <>
            {mayOpenDetails && (
              <DeviceTimeline ready={ready} areaId={areaId} deviceId={deviceId} faultLabel={faultLabel} />
            )}
            <Utilisation data={data} mayOpenDetails={mayOpenDetails} />
            {mayChange && (device.online || device.fault !== "disabled") && (
              <Section title={texts.service}>
                {device.online && <IdentifyButton deviceId={deviceId} />}
                {device.online && !isFaulty(device) && <TestRunSection device={device} />}
                {device.fault !== "disabled" && <TakeOutButton deviceId={deviceId} onChanged={refetch} />}
              </Section>
            )}
            {!online && <p className="soft">{offlineReason}</p>}
            <Disclosure title={texts.settings}>
              <ConfigurationSection deviceId={deviceId} mayChange={mayChange} />
            </Disclosure>
            <Disclosure title={texts.about}>
              <Facts
                facts={[
                  ...(firmware === null ? [] : [{ name: texts.firmware, value: firmware }]),
                  ...(signal === null
                    ? []
                    : [
                        {
                          name: device.online ? texts.signal : texts.lastSignal,
                          value: fill(texts[signalLevel(signal)], {
                            dbm: numbers.format(signal).replace("-", "−"),
                          }),
                        },
                      ]),
                ]}
              />
              <List>
                {mayOpenDetails && <Row href={hrefOf("orders", { deviceId })} title={lists.deviceOrders} />}
                <Row href={hrefOf("locationOpen", { areaId })} title={lists.outletLocation} />
              </List>
            </Disclosure>
          </>
        }
      />
      <ZoneLine />
    </>
  );
}

/** Whether the chair's state is a fault, for which `DeviceState` offers the test run. */
const isFaulty = ({ online, fault }: DeviceRow): boolean => online && fault !== null && fault !== "disabled";

function Utilisation({ data, mayOpenDetails }: { data: DevicePageData; mayOpenDetails: boolean }) {
  const texts = useText("device");
  const { areaId, deviceId } = data.device;
  const ordersOf = (date: string) => hrefOf("orders", { areaId, deviceId, startDate: date, endDate: date });
  return (
    <Disclosure
      title={texts.utilization}
      summary={data.openShare === null ? undefined : fill(texts.openShare, { share: data.openShare })}
    >
      <MinutesRun
        days={data.utilisation}
        testRuns={data.testRuns}
        ordersOf={mayOpenDetails ? ordersOf : null}
      />
      <HourShares shares={data.hourShares} closed={data.closedHours} />
    </Disclosure>
  );
}
