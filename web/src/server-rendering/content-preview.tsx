import type { ContentInput } from "@reposo/contract/page-rendering.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { FunctionComponent } from "react";
import DataChartScreen from "#manager/charts/data-chart-screen.tsx";
import DetailsScreen from "#manager/details/details-screen.tsx";
import DeviceListScreen from "#manager/devices/device-list-screen.tsx";
import OrdersScreen from "#manager/orders/orders-screen.tsx";
import { type ManagerState, ManagerStateProvider } from "#manager/shared/session/manager-context.ts";
import { type DisplayZone, formatInZone } from "#manager/shared/zone/display-zone.ts";
import { RenderedZoneProvider } from "#manager/shared/zone/use-zone.ts";
import type { RouteName } from "#shared/routing/routes.ts";
import { contentQueryOf } from "./content-queries.ts";

const screens: Partial<Record<RouteName, FunctionComponent>> = {
  details: DetailsScreen,
  dataChart: DataChartScreen,
  deviceList: DeviceListScreen,
  orders: OrdersScreen,
};

/** Whether the server renders a manager's page with its content, for the time until the app has loaded. */
export const rendersContent = (route: RouteName): boolean => screens[route] !== undefined;

type ContentPreviewProps = Omit<ContentInput, "language" | "path"> & { readonly route: RouteName };

/** A manager's page as the server renders it with its content; the app replaces this markup once it has loaded. */
export function ContentPreview(props: ContentPreviewProps) {
  const { route, search, userInfo, dictionary, offsetMinutes, content } = props;
  const Screen = screens[route];
  const query = contentQueryOf(route, search, userInfo);
  if (Screen === undefined || query === null) return null;
  const client = new QueryClient();
  client.setQueryDefaults(query.queryKey, {
    initialData: query.isList ? { pages: [content], pageParams: [null] } : content,
  });
  const zone = zoneOf(offsetMinutes, userInfo.timeZone ?? "UTC");
  const systemInfo = { timeZone: "", screenWidth: 0, screenHeight: 0, pixelRatio: 1 };
  const state: ManagerState = {
    token: "",
    launched: { dictionary, userInfo, systemInfo },
    userInfo,
    failed: false,
    retry: () => undefined,
    live: "connecting",
    alertCount: undefined,
  };
  return (
    <QueryClientProvider client={client}>
      <ManagerStateProvider value={state}>
        <RenderedZoneProvider value={zone}>
          <Screen />
        </RenderedZoneProvider>
      </ManagerStateProvider>
    </QueryClientProvider>
  );
}

/** The name of the browser's zone is that of the account's where both have the same offset, and otherwise not known. */
function zoneOf(offsetMinutes: number | null, accountZone: string): DisplayZone {
  if (offsetMinutes === null) return { kind: "account", name: accountZone };
  const now = Date.now();
  const [account, device] = [
    { kind: "account", name: accountZone } as const,
    { kind: "device", offsetMinutes, name: "" } as const,
  ].map((zone) => formatInZone(now, zone, "en_US", { dateStyle: "short", timeStyle: "short" }));
  return { kind: "device", offsetMinutes, name: account === device ? accountZone : "" };
}
