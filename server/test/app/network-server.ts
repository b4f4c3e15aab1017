import type { FollowedOrder } from "@reposo/contract/orders/orders.ts";
import type { AddressInfo } from "node:net";
import type { Static } from "typebox";
import { registerAdvertsRoutes } from "#features/adverts/adverts-routes.ts";
import { createAdverts } from "#features/adverts/index.ts";
import { registerDevicesRoutes } from "#features/devices/devices-routes.ts";
import { createDevices } from "#features/devices/index.ts";
import { createLiveEvents, type LiveEvents, type Renderers } from "#features/live-events/index.ts";
import { registerLiveEventsRoutes } from "#features/live-events/live-events-routes.ts";
import { createOutlets } from "#features/outlets/index.ts";
import { registerOutletsRoutes } from "#features/outlets/outlets-routes.ts";
import { createPrices } from "#features/prices/index.ts";
import { registerPricesRoutes } from "#features/prices/prices-routes.ts";
import { createLogin } from "#features/login/index.ts";
import { type Clock, systemClock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { createHttp } from "#platform/http/create-http.ts";
import { createMetrics, type Metrics } from "#platform/http/metrics/metrics.ts";
import { silentLog } from "#platform/logging/log.ts";
import { testCipher } from "./key-cipher.ts";
import { alwaysReady, testHttpLimits } from "#test/clients/http-client.ts";

export interface NetworkServer {
  readonly origin: string;
  readonly liveEvents: LiveEvents;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Moves the server's clock forward. */
  advanceTime(ms: number): void;
  close(): Promise<void>;
}

/** Returns the fields of an order that a stream reads; a real order would need the whole orders feature. */
const showOrder = (orderId: string): Static<typeof FollowedOrder> => ({
  orderId,
  orderNumber: "261121-AAAA-BBBB",
  orderTime: "2026-11-21T00:00:00.000Z",
  deviceId: "MC100001",
  areaId: "a",
  areaName: "A",
  orderType: "coupon",
  payType: "coupon",
  orderStatus: "running",
  gear: 1,
  minutes: 10,
  amount: 0,
  currency: "PHP",
  refunded: 0,
  couponProperty: "free",
  cashCouponCode: null,
  couponCode: "FREE-1",
  startedAt: null,
  endsAt: null,
  endedAt: null,
  endReason: null,
  parentOrderId: null,
  extendedMinutes: 0,
  extensions: [],
  contact: null,
  serverTime: "2026-11-21T00:00:00.000Z",
  refusalReason: null,
  startDeadlineAt: null,
  refund: null,
  payment: null,
  unusedAmount: null,
  transfer: null,
  transferredFrom: null,
  transferredTo: null,
  takenBy: null,
  lateAt: null,
  disputed: 0,
  paymentReference: null,
  receipt: null,
});

/** Starts a server with outlets, devices, prices, adverts, and live events on a real port, with real tokens. */
export async function startNetworkServer(
  database: Database,
  {
    renderDevice,
    readsThrough = database,
  }: Partial<Pick<Renderers, "renderDevice">> & { readsThrough?: Database } = {},
): Promise<NetworkServer> {
  let aheadMs = 0;
  const clock: Clock = { now: () => new Date(Date.now() + aheadMs), sleep: systemClock.sleep };
  const devices = createDevices({ database, clock });
  const liveEvents = createLiveEvents({
    database: readsThrough,
    clock,
    log: silentLog,
    renderers: {
      renderOrder: async (orderId) => {
        const order = showOrder(orderId);
        return { customer: order, details: order, summary: order };
      },
      renderDevice: renderDevice ?? devices.renderDevice,
    },
  });
  const login = createLogin({
    database,
    clock,
    log: silentLog,
    cipher: testCipher,
    limits: { loginsPerMinuteAccount: 10, loginsPerMinuteAddress: 100 },
  });
  const metrics = createMetrics();
  const http = await createHttp({
    metrics,
    config: {
      defaultLanguage: "en_US",
      trustProxy: false,
      apiDocs: true,
      limits: testHttpLimits,
      writeStallSeconds: 20,
      metricsToken: null,
      publicUrl: "http://127.0.0.1",
      maxConnections: 10_000,
    },
    log: silentLog,
    clock,
    database,
    authenticate: login.authenticate,
    readiness: alwaysReady,
  });
  registerOutletsRoutes(http, createOutlets({ database, clock }));
  registerDevicesRoutes(http, devices);
  registerPricesRoutes(http, createPrices({ database }));
  registerAdvertsRoutes(http, createAdverts({ database, clock }));
  registerLiveEventsRoutes(http, liveEvents);
  await http.listen({ host: "127.0.0.1", port: 0 });
  liveEvents.start();
  return {
    origin: `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`,
    liveEvents,
    clock,
    metrics,
    advanceTime: (ms) => {
      aheadMs += ms;
    },
    close: async () => {
      await liveEvents.stop();
      await http.close();
    },
  };
}
