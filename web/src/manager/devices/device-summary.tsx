import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { Badge } from "#ui/text/badge.tsx";
import { Facts } from "#ui/list/facts.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { ChairIcon, ChartIcon, DetailsIcon } from "#ui/icons/manager-icons.tsx";
import { LocationIcon } from "#ui/icons/icons.tsx";
import type { DeviceRow } from "./device-filters.ts";
import { isReady, LastSeen, TimeLeft } from "./device-row.tsx";
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
  const use = !inUse ? manager.idle : endsAt === null ? manager.inUse : <TimeLeft endsAt={endsAt} />;
  // The countdown page needs a session only, the orders page a permission.
  const toOrder = mayOpenOrders ? hrefOf("orders", { orderId }) : hrefOf("countdown", { orderId });
  const details = { href: hrefOf("device", { deviceId }), label: texts.deviceDetails };
  const order = { href: toOrder, label: texts.orderInProgress };
  const start = { href: hrefOf("chair", { deviceId }), label: texts.startChair };
  // The action that helps most; a chair that can't be started has its advice on its page.
  const main = orderId !== null ? order : startObstacle === null ? start : details;
  return (
    <div className="stack">
      <div className={styles.group}>
        <Facts
          facts={[
            ...(fault === null
              ? []
              : [{ name: texts.condition, value: <Badge tone="bad">{faultLabel(fault)}</Badge> }]),
            { name: manager.onlineStatus, value: online ? manager.devicesOnline : manager.offline },
            ...(online ? [] : [{ name: texts.lastSeen, value: <LastSeen device={device} /> }]),
            ...(inUse || isReady(device) ? [{ name: manager.useStatus, value: use }] : []),
            { name: texts.outlet, value: areaName },
          ]}
        />
      </div>
      <ButtonLink wide href={main.href}>
        {main.label}
      </ButtonLink>
      {startObstacle !== null && <p className={styles.note}>{startObstacle}</p>}
      <div className={styles.group}>
        <List>
          {main !== details && <Row href={details.href} icon={<ChairIcon />} title={details.label} />}
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
