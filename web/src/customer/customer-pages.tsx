import type { Language } from "@reposo/contract/text/languages.ts";
import { normaliseDeviceId } from "@reposo/contract/text/typed-text.ts";
import type { PageQuery } from "#shared/api/api-query.ts";
import { orderQuery } from "#shared/api/order-query.ts";
import { feedbackOfOrderQuery } from "#shared/feedback/feedback-of-order.ts";
import { type LazyPage, lazyPage } from "#shared/lazy/lazy-page.ts";
import type { RouteName } from "#shared/routing/routes.ts";
import { labelsQuery } from "#shared/session/session-queries.ts";
import type { StoredSession } from "#shared/session/session-storage.ts";
import { advertsQuery, liveOrderQuery, publicDeviceQuery } from "./chair/index.ts";
import { pricesQuery } from "./ordering/index.ts";
import { ownOrdersQuery } from "./orders/index.ts";

/** What the queries of a page depend on. */
interface PageContext {
  readonly search: URLSearchParams;
  readonly language: Language;
  /** Null without a session. The queries are then those that reply the same to everyone. */
  readonly sessionKind: StoredSession["kind"] | null;
}

interface CustomerPage {
  readonly component: LazyPage;
  /** The queries of the page's first view, whose replies the document contains. */
  readonly queries?: (context: PageContext) => readonly PageQuery[];
}

/** By route. Two pages are also used by name: `countdown` is preloaded, `unknown` replaces missing pages. */
type CustomerPages = Readonly<Partial<Record<RouteName, CustomerPage>>> &
  Readonly<Record<"countdown" | "unknown", CustomerPage>>;

/** The pages of the customer app. The path of each source also names the files that its document preloads. */
export const pages: CustomerPages = {
  chair: {
    component: lazyPage("src/customer/chair/chair-screen.tsx", () => import("./chair/chair-screen.tsx")),
    queries({ search, language, sessionKind }) {
      const deviceId = normaliseDeviceId(search.get("deviceId") ?? "");
      if (deviceId === "") return [];
      const publicQueries = [
        publicDeviceQuery(deviceId),
        pricesQuery(deviceId, language),
        advertsQuery(deviceId, language),
      ];
      return sessionKind === null ? publicQueries : [liveOrderQuery(deviceId), ...publicQueries];
    },
  },
  quickStart: {
    component: lazyPage(
      "src/customer/quick-start/quick-start-screen.tsx",
      () => import("./quick-start/quick-start-screen.tsx"),
    ),
    queries: ({ sessionKind }) => (sessionKind === "customer" ? [ownOrdersQuery()] : []),
  },
  countdown: {
    component: lazyPage(
      "src/customer/countdown/countdown-screen.tsx",
      () => import("./countdown/countdown-screen.tsx"),
    ),
    queries: ({ search, sessionKind }) =>
      sessionKind === null ? [] : [orderQuery(search.get("orderId") ?? "")],
  },
  orderFeedback: {
    component: lazyPage(
      "src/customer/order-feedback/order-feedback-screen.tsx",
      () => import("./order-feedback/order-feedback-screen.tsx"),
    ),
    queries({ search, language, sessionKind }) {
      const orderId = search.get("orderId") ?? "";
      // A manager is redirected to another page.
      if (sessionKind !== "customer") return [];
      // The labels contain the kinds of problems.
      return [orderQuery(orderId), feedbackOfOrderQuery(orderId), labelsQuery(language)];
    },
  },
  result: {
    component: lazyPage("src/customer/result/result-screen.tsx", () => import("./result/result-screen.tsx")),
  },
  error: {
    component: lazyPage("src/customer/error/error-screen.tsx", () => import("./error/error-screen.tsx")),
  },
  unknown: {
    component: lazyPage(
      "src/customer/unknown/unknown-screen.tsx",
      () => import("./unknown/unknown-screen.tsx"),
    ),
  },
};
