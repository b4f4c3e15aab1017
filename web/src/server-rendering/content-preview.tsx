import type { ContentInput } from "@reposo/contract/page-rendering.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { FunctionComponent } from "react";
import DataChartScreen from "#manager/statistics/charts/data-chart-screen.tsx";
import DetailsScreen from "#manager/statistics/details/details-screen.tsx";
import type { RouteName } from "#shared/routing/routes.ts";
import { contentQueryOf } from "./content-queries.ts";

const screens: Partial<Record<RouteName, FunctionComponent>> = {
  details: DetailsScreen,
  dataChart: DataChartScreen,
};

/** Whether the server renders the manager page with its content, which is shown until the app has loaded. */
export const rendersContent = (route: RouteName): boolean => screens[route] !== undefined;

interface ContentPreviewProps extends Pick<ContentInput, "search" | "userInfo" | "content"> {
  readonly route: RouteName;
}

/** Renders a manager page with its content on the server. The app replaces this markup once it has loaded. */
export function ContentPreview({ route, search, userInfo, content }: ContentPreviewProps) {
  const Screen = screens[route];
  const query = contentQueryOf(route, search, userInfo);
  if (Screen === undefined || query === null) return null;
  const client = new QueryClient();
  // The content is the initial data of the page's query, whose key begins with `queryKey`.
  client.setQueryDefaults(query.queryKey, {
    initialData: content,
  });
  return (
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>
  );
}
