import { type CountedAs, countedStatuses } from "@reposo/contract/orders/order-values.ts";
import { CountsCard, type Figures } from "#manager/statistics/index.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { dateInZone } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";

export function Counts({
  figures,
  mayOpenDetails,
  areaId,
}: {
  figures: Figures;
  mayOpenDetails: boolean;
  /** The outlet of the figures; null for all outlets. */
  areaId: string | null;
}) {
  const texts = useText("manager");
  const zone = useZone();
  const { asOf, orders, outlets, devices } = figures;
  const day = dateInZone(Date.parse(asOf), zone);
  // The link names the day of the figures, because that day may no longer be today when the link is opened.
  const orderLink = (count: CountedAs) =>
    mayOpenDetails && {
      href: hrefOf("orders", { orderStatus: countedStatuses[count], startDate: day, endDate: day, areaId }),
    };
  return (
    <CountsCard
      groups={[
        {
          title: texts.ordersToday,
          items: [
            { name: "normal", label: texts.ordersNormal, count: orders.normal, ...orderLink("normal") },
            {
              name: "abnormal",
              label: texts.ordersAbnormal,
              count: orders.abnormal,
              isAlarming: true,
              ...orderLink("abnormal"),
            },
            { name: "unpaid", label: texts.ordersUnpaid, count: orders.unpaid, ...orderLink("unpaid") },
          ],
        },
        {
          title: areaId === null ? texts.network : texts.devices,
          items: [
            ...(areaId === null
              ? [
                  {
                    name: "outlets",
                    label: texts.outlets,
                    count: outlets,
                    ...(mayOpenDetails ? { href: hrefOf("details") } : {}),
                  },
                ]
              : []),
            {
              name: "devices",
              label: areaId === null ? texts.devices : texts.allDevices,
              count: devices.total,
              href: hrefOf("deviceList", { areaId }),
            },
            {
              name: "devicesInUse",
              label: texts.devicesInUse,
              count: devices.inUse,
              href: hrefOf("deviceList", { use: "inUse", condition: "normal", areaId }),
            },
            {
              name: "devicesIdle",
              label: texts.idle,
              count: devices.idle,
              href: hrefOf("deviceList", { use: "idle", condition: "normal", areaId }),
            },
            {
              name: "devicesAbnormal",
              label: texts.devicesAbnormal,
              count: devices.abnormal,
              isAlarming: true,
              href: hrefOf("deviceList", { condition: "abnormal", areaId }),
            },
          ],
          note: texts.devicesAbnormalHint,
        },
      ]}
    />
  );
}
