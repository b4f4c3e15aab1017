import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Button, ButtonLink } from "#ui/button/button.tsx";
import { Facts } from "#ui/list/facts.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { ChairIcon, ChartIcon, DetailsIcon, OverviewIcon } from "#ui/icons/manager-icons.tsx";
import { LocationIcon } from "#ui/icons/icons.tsx";
import type { DeviceRow } from "./device-filters.ts";
import { LastSeen, TimeLeft } from "./device-row.tsx";
import type { FaultLabel } from "./use-fault-label.ts";
import styles from "./device-summary.module.css";

export interface DeviceSummaryProps {
  device: DeviceRow;
  faultLabel: FaultLabel;
  /** Whether the account may open orders and details. */
  mayOpenOrders: boolean;
}

/** Shows the device that is selected in the list of devices. */
export function DeviceSummary({ device, faultLabel, mayOpenOrders }: DeviceSummaryProps) {
  const texts = useText("lists");
  const manager = useText("manager");
  const { deviceId, areaId, areaName, online, inUse, fault, orderId, endsAt } = device;
  // `disabled`, which includes out of service, comes first, because it prevents a start even if the chair is free and
  // online.
  const startObstacle =
    fault === "disabled"
      ? texts.startOutOfService
      : inUse
        ? texts.startInUse
        : !online
          ? texts.startOffline
          : fault !== null
            ? texts.startFaulty
            : null;
  // The name of the fact already says that the code is a fault.
  const shownFault = fault === "disabled" ? faultLabel(fault) : (fault ?? texts.none);
  const use = !inUse ? manager.idle : endsAt === null ? manager.inUse : <TimeLeft endsAt={endsAt} />;
  // The countdown page needs a session only, the orders page a permission.
  const toOrder = mayOpenOrders ? hrefOf("orders", { orderId }) : hrefOf("countdown", { orderId });
  return (
    <div className="stack">
      <div className={styles.group}>
        <Facts
          facts={[
            { name: texts.outlet, value: areaName },
            { name: manager.onlineStatus, value: online ? manager.devicesOnline : manager.offline },
            { name: texts.lastSeen, value: <LastSeen device={device} /> },
            { name: manager.useStatus, value: use },
            { name: texts.fault, value: shownFault },
          ]}
        />
      </div>
      {startObstacle === null ? (
        <ButtonLink wide href={hrefOf("chair", { deviceId })}>
          {texts.startChair}
        </ButtonLink>
      ) : (
        <>
          <Button wide disabled>
            {texts.startChair}
          </Button>
          <p className={styles.note}>{startObstacle}</p>
        </>
      )}
      <div className={styles.group}>
        <List>
          <Row href={hrefOf("device", { deviceId })} icon={<ChairIcon />} title={texts.deviceDetails} />
          {orderId !== null && <Row href={toOrder} icon={<OverviewIcon />} title={texts.orderInProgress} />}
          {mayOpenOrders && (
            <Row href={hrefOf("orders", { deviceId })} icon={<DetailsIcon />} title={texts.deviceOrders} />
          )}
          {mayOpenOrders && (
            <Row
              href={hrefOf("details", { range: "thisMonth", areaId, deviceId })}
              icon={<ChartIcon />}
              title={texts.deviceFigures}
            />
          )}
          <Row
            href={hrefOf("locationOpen", { areaId })}
            icon={<LocationIcon />}
            title={texts.outletLocation}
          />
        </List>
      </div>
    </div>
  );
}
