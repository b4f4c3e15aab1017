import { useMemo } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { Badge } from "#ui/text/badge.tsx";
import type { TableColumn } from "#ui/list/row-table.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import type { DeviceRow } from "./device-filters.ts";
import { isReady, LastSeen, TimeLeft } from "./device-row.tsx";
import type { FaultLabel } from "./use-fault-label.ts";

/** The columns of the device table in a wide window. Their names are those by which the server sorts. */
export function useDeviceColumns(faultLabel: FaultLabel): readonly TableColumn<DeviceRow>[] {
  const texts = useText("lists");
  const manager = useText("manager");
  return useMemo<readonly TableColumn<DeviceRow>[]>(
    () => [
      { name: "device", label: texts.deviceId, sortable: true, cell: ({ deviceId }) => deviceId },
      {
        name: "outlet",
        label: texts.outlet,
        sortable: true,
        share: 1.6,
        cell: ({ areaName }) => <UserText>{areaName}</UserText>,
      },
      {
        name: "online",
        beside: true,
        label: manager.onlineStatus,
        cell: ({ online }) => (
          <Badge tone={online ? "good" : "bad"}>{online ? manager.devicesOnline : manager.offline}</Badge>
        ),
      },
      { name: "seen", label: texts.lastSeen, sortable: true, cell: (device) => <LastSeen device={device} /> },
      {
        name: "use",
        beside: true,
        label: manager.useStatus,
        share: 1.2,
        cell: (device) => {
          const { inUse, endsAt } = device;
          if (!inUse) return isReady(device) ? manager.idle : manager.empty;
          return endsAt === null ? manager.inUse : <TimeLeft endsAt={endsAt} />;
        },
      },
      {
        name: "fault",
        beside: true,
        label: texts.fault,
        share: 1.2,
        cell: ({ fault }) => fault !== null && <Badge tone="bad">{faultLabel(fault)}</Badge>,
      },
    ],
    [texts, manager, faultLabel],
  );
}
