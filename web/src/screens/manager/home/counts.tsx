import type { CountedAs } from "@reposo/contract/orders.ts";
import { CountsCard, type Figures } from "#features/figures/index.ts";
import { useText } from "#platform/i18n.tsx";
import { hrefOf } from "#platform/routes.ts";
import { dateInZone } from "#platform/shown-zone.ts";
import { Section } from "#ui/screen.tsx";
import { useZone } from "#screens/manager/zone-line.tsx";
import { orderRows } from "./home-links.ts";

/** Orders of today, outlets and devices, each count leading to what it counts. */
export function Counts({ figures, seesRows }: { figures: Figures; seesRows: boolean }) {
  const texts = useText("manager");
  const zone = useZone();
  const { asOf, orders, outlets, devices } = figures;
  const day = dateInZone(Date.parse(asOf), zone);
  const orderLink = (name: CountedAs) => (seesRows ? { href: orderRows(name, day) } : {});
  return (
    <>
      <Section title={texts.ordersToday}>
        <CountsCard
          items={[
            { name: "normal", label: texts.ordersNormal, count: orders.normal, ...orderLink("normal") },
            {
              name: "abnormal",
              label: texts.ordersAbnormal,
              count: orders.abnormal,
              alarming: true,
              ...orderLink("abnormal"),
            },
            { name: "unpaid", label: texts.ordersUnpaid, count: orders.unpaid, ...orderLink("unpaid") },
          ]}
        />
      </Section>
      <Section title={texts.network}>
        <CountsCard
          items={[
            {
              name: "outlets",
              label: texts.outlets,
              count: outlets,
              ...(seesRows ? { href: hrefOf("details") } : {}),
            },
            { name: "devices", label: texts.devices, count: devices.total, href: hrefOf("deviceList") },
            {
              name: "devicesAbnormal",
              label: texts.devicesAbnormal,
              count: devices.abnormal,
              alarming: true,
              href: hrefOf("deviceList", { condition: "abnormal" }),
            },
            {
              name: "devicesOnline",
              label: texts.devicesOnline,
              count: devices.online,
              href: hrefOf("deviceList", { online: "online" }),
            },
            {
              name: "devicesInUse",
              label: texts.devicesInUse,
              count: devices.inUse,
              href: hrefOf("deviceList", { use: "inUse" }),
            },
          ]}
          note={`${texts.devicesAbnormal}: ${texts.devicesAbnormalHint}`}
        />
      </Section>
    </>
  );
}
