import type { Currency } from "@reposo/contract/money/currencies.ts";
import { asyncApiDocument } from "./chairs/async-api.ts";
import { fileURLToPath } from "node:url";
import { registerAdvertsRoutes } from "#features/adverts/adverts-routes.ts";
import { createAdverts } from "#features/adverts/index.ts";
import { registerAlertsRoutes } from "#features/alerts/alerts-routes.ts";
import { createAlerts, isAlertOpen } from "#features/alerts/index.ts";
import { registerCashBoxesRoutes } from "#features/cash-boxes/cash-boxes-routes.ts";
import { createChairCommands } from "#features/chair-commands/index.ts";
import { createProcessStates } from "#features/devices/configuration/index.ts";
import { registerDeviceManagementRoutes, registerDevicesRoutes } from "#features/devices/devices-routes.ts";
import { createDevices, createRunExpiry, expireDisconnects } from "#features/devices/index.ts";
import { registerDictionaryRoutes } from "#features/dictionary/dictionary-routes.ts";
import { registerExportsRoutes } from "#features/exports/exports-routes.ts";
import { createExports } from "#features/exports/index.ts";
import { registerFeedbackRoutes } from "#features/feedback/feedback-routes.ts";
import { registerGiftCouponsRoutes } from "#features/feedback/gift-coupons/gift-coupons-routes.ts";
import { createGiftCoupons } from "#features/feedback/gift-coupons/index.ts";
import { createLiveEvents } from "#features/live-events/index.ts";
import { registerLiveEventsRoutes } from "#features/live-events/live-events-routes.ts";
import { createLogin } from "#features/login/index.ts";
import { registerLoginRoutes } from "#features/login/login-routes.ts";
import { createNotifications } from "#features/notifications/index.ts";
import { registerNotificationsRoutes } from "#features/notifications/notifications-routes.ts";
import { createOrders } from "#features/orders/index.ts";
import { registerOrdersRoutes } from "#features/orders/orders-routes.ts";
import { createRefundRequests } from "#features/orders/refunds/index.ts";
import { registerRefundRequestsRoutes } from "#features/orders/refunds/refund-requests-routes.ts";
import { createOutlets } from "#features/outlets/index.ts";
import { registerOutletsRoutes } from "#features/outlets/outlets-routes.ts";
import { brandStyle, createPages, publicSettings, readLogos } from "#features/pages/index.ts";
import { registerPagesRoutes } from "#features/pages/pages-routes.ts";
import { createPayments, createProviders } from "#features/payments/index.ts";
import { registerPaymentsRoutes } from "#features/payments/payments-routes.ts";
import { registerSimulatedPaymentRoutes } from "#features/payments/simulated-payment-routes.ts";
import { createPrices } from "#features/prices/index.ts";
import { registerPricesRoutes } from "#features/prices/prices-routes.ts";
import { createStatistics } from "#features/statistics/index.ts";
import { registerSearchRoutes } from "#features/search/search-routes.ts";
import { registerStatisticsRoutes } from "#features/statistics/statistics-routes.ts";
import { createUploads } from "#features/uploads/index.ts";
import { registerUploadsRoutes } from "#features/uploads/uploads-routes.ts";
import { createChairGateway } from "#chairs/index.ts";
import { createHttp } from "#platform/http/create-http.ts";
import { startMetricsServer } from "#platform/http/metrics/metrics-server.ts";
import { createMetrics } from "#platform/http/metrics/metrics.ts";
import { createMaintenance } from "#platform/jobs/maintenance.ts";
import { createOutboxWorker, type OutboxHandler } from "#platform/jobs/outbox.ts";
import { createSecurityLog } from "#platform/logging/security-log.ts";
import { createPageRenderer } from "#platform/pages/page-renderer.ts";
import { addGauges } from "./app-gauges.ts";
import { createAppReadiness } from "./app-readiness.ts";
import { createFindStartObstacle } from "./find-start-obstacle.ts";
import type { App, AppDependencies } from "./host.ts";
import { orderSettings } from "./order-settings.ts";
import { chairLimits, openEventExcessCase, wireChairIntake } from "./wire-chair-intake.ts";

export interface ReposoApp extends App {
  readonly chairIntake: ReturnType<typeof wireChairIntake>;
  readonly alerts: ReturnType<typeof createAlerts>;
  readonly orders: ReturnType<typeof createOrders>;
  readonly payments: ReturnType<typeof createPayments>;
}

const webDist = fileURLToPath(new URL("../../web/dist", import.meta.url));

export async function buildApp(dependencies: AppDependencies): Promise<ReposoApp> {
  const { config, publicUrl, clock, log, database, storage, mqtt, disconnectDevice, cipher } = dependencies;
  const metrics = createMetrics();
  const gateway = createChairGateway({ ...mqtt, clock, log, ...chairLimits(config) });
  const security = createSecurityLog({ log, clock, count: metrics.countSecurityEvent });
  const login = createLogin({ database, clock, log, cipher, limits: config.limits, security });
  const outlets = createOutlets({ database, clock });
  const devices = createDevices({ database, clock, brokerConnected: gateway.connected });
  const prices = createPrices({ database });
  const adverts = createAdverts({ database, clock });
  const { files, media, monthClosesAfterDays } = config;
  const uploads = await createUploads({ database, clock, log, cipher, publicUrl, files, media });
  // Wakes one worker only, because each query of the outbox delays the starts of chairs. The other workers poll.
  const wakeWorker = (name: "chairs" | "notifications") => () => {
    outboxWorkers[name].wake();
    liveEvents.wake();
  };
  const wake = wakeWorker("chairs");
  const runExpiry = createRunExpiry({ database, clock, log, wake });
  const payments = createPayments({
    database,
    clock,
    wake,
    providers: await createProviders(config.payments, { publicUrl, database, clock }),
  });

  const { findStartObstacle, queueAgeMs } = createFindStartObstacle({ ...dependencies, gateway });
  const chairCommands = createChairCommands({ database, clock, sendCommand: gateway.send });
  const orders = createOrders({
    database,
    clock,
    log,
    security,
    payments,
    publicUrl,
    wake,
    ...orderSettings(config),
    brokerConnected: gateway.connected,
    findStartObstacle,
  });
  const chairIntake = wireChairIntake({ database, clock, log, wake, sendReceipt: gateway.sendReceipt });
  const refundRequests = createRefundRequests({
    database,
    clock,
    wake: () => liveEvents.wake(),
    fetchOrder: orders.fetch,
  });
  const statistics = createStatistics({ database, clock, monthClosesAfterDays });
  const exports = createExports({
    database,
    clock,
    findCaller: login.findCaller,
    publicUrl,
    connections: config.databasePoolSize,
    monthClosesAfterDays,
  });
  const liveEvents = createLiveEvents({
    database,
    clock,
    log,
    renderers: { renderOrder: orders.renderOrder, renderDevice: devices.renderDevice },
  });
  const notifications = createNotifications({
    database,
    clock,
    log,
    cipher,
    wake: wakeWorker("notifications"),
    publicUrl,
    push: config.push,
    mail: config.mail,
    isAlertOpen: (alertId) => isAlertOpen(database, alertId),
  });
  const alerts = createAlerts({
    database,
    clock,
    log,
    bounds: config.alerts,
    wake: wakeWorker("notifications"),
  });

  const chairJobs: Record<string, OutboxHandler> = {
    ...chairCommands.jobs,
    // Only the server that hosts the embedded broker can close a chair's connection.
    ...(disconnectDevice && { disconnectDevice: ({ subject }) => disconnectDevice(subject) }),
  };
  const createWorker = (handlers: Record<string, OutboxHandler>) =>
    createOutboxWorker({ database, clock, log, handlers });
  // Separate workers, because a slow payment provider or mail server must not delay commands to chairs.
  const outboxWorkers = {
    chairs: createWorker(chairJobs),
    payments: createWorker({ ...payments.jobs, ...orders.paymentJobs }),
    notifications: createWorker(notifications.jobs),
  };

  // The gateway, the intake, and the payments must not import the code that they call.
  gateway.onMessages(chairIntake.process);
  gateway.onExcess((deviceId) => openEventExcessCase(database, deviceId, clock.now()));
  chairIntake.subscribe(orders.processChairMessages);
  chairIntake.subscribe(createProcessStates({ clock }));
  payments.addListener(orders.processPayment);

  const renderer = await createPageRenderer({ webDist, customerStyle: brandStyle(config.operator.colour) });
  const logos = await readLogos(config);
  const isPayable = (currency: Currency) => payments.providersFor(currency).length > 0;
  const pages = createPages({
    renderer,
    clock,
    log,
    logos,
    settings: publicSettings(config, publicUrl, isPayable, logos),
    publicSources: { ...devices, ...prices, ...adverts },
  });
  const readiness = createAppReadiness({ database, storage, clock, log, gateway, uploads });
  const http = await createHttp({
    config: { ...config, uploadOrigins: uploads.uploadOrigins },
    log,
    clock,
    database,
    metrics,
    security,
    authenticate: login.authenticate,
    currentEventId: liveEvents.currentEventId,
    readiness,
    pages: (scope) => registerPagesRoutes(scope, pages, uploads),
  });
  registerLoginRoutes(http, login);
  registerDictionaryRoutes(http);
  registerOutletsRoutes(http, outlets);
  registerDevicesRoutes(http, devices);
  registerDeviceManagementRoutes(http, { database, clock, wake, brokerConnected: gateway.connected });
  registerPricesRoutes(http, prices);
  registerAdvertsRoutes(http, adverts);
  registerUploadsRoutes(http, uploads);
  registerFeedbackRoutes(http, {
    database,
    clock,
    wake: () => liveEvents.wake(),
    giftLimits: config.giftLimits,
    fetchOrder: orders.fetch,
    attachMedia: uploads.attachMedia,
    viewMedia: uploads.viewMedia,
  });
  registerGiftCouponsRoutes(http, createGiftCoupons({ database }));
  registerRefundRequestsRoutes(http, refundRequests);
  registerOrdersRoutes(http, orders);
  registerStatisticsRoutes(http, statistics);
  registerCashBoxesRoutes(http, { database, clock, photos: uploads });
  registerAlertsRoutes(http, alerts);
  registerExportsRoutes(http, exports);
  registerSearchRoutes(http, { database, clock });
  registerNotificationsRoutes(http, notifications);
  registerLiveEventsRoutes(http, liveEvents);
  await registerPaymentsRoutes(http, payments);
  if (config.payments.simulated) registerSimulatedPaymentRoutes(http, { payments, orders, pages });
  if (config.apiDocs) http.get("/api/asyncapi.json", async () => asyncApiDocument());

  addGauges(metrics, { gateway, liveEvents, database, queueAgeMs, readiness });

  const maintenance = createMaintenance({
    clock,
    log,
    tasks: [
      { name: "purge sessions", run: login.purgeExpired },
      { name: "purge exports", run: exports.purgeExpired },
      { name: "maintain payments", run: payments.maintain },
      { name: "purge idempotency keys", run: http.service.idempotency.purgeExpired },
      { name: "purge uploads", run: uploads.purgeUploads },
      {
        name: "expire disconnects",
        run: expireDisconnects({ database, clock, log, brokerConnected: gateway.connected }),
      },
      { name: "create months", run: orders.createMonths },
      { name: "purge commands", run: chairCommands.purge },
      { name: "flush security events", run: async () => security.flush() },
      { name: "purge unpaid orders", run: orders.purgeUnpaid },
      { name: "purge alerts", run: alerts.purge },
    ],
  });
  let metricsServer: { close(): Promise<void> } | null = null;
  return {
    http,
    alerts,
    chairIntake,
    orders,
    payments,
    async authenticateDevice(deviceId, secret, { address, takesOver }) {
      const isAuthentic = await readiness.waitForDatabase(() => devices.authenticateDevice(deviceId, secret));
      if (!isAuthentic) security.record("chair.refused", { deviceId, address });
      else if (takesOver) await devices.recordTakeover(deviceId);
      return isAuthentic;
    },
    async start() {
      // The metrics port is opened first, so that a start that fails because the port is in use has no other effect.
      if (config.metricsPort !== null)
        metricsServer = await startMetricsServer(metrics, {
          host: config.metricsHost,
          port: config.metricsPort,
          log,
        });
      await login.warmUp();
      await readiness.start(async () => {
        await orders.createMonths();
        // With an external broker, for which `disconnectDevice` is null, chairs stay connected while the server restarts.
        if (disconnectDevice !== null) await devices.markAllOffline();
        gateway.start();
      });
      void uploads.checkSharedStore();
      liveEvents.start();
      for (const worker of Object.values(outboxWorkers)) worker.start();
      orders.startDeadlines();
      runExpiry.start();
      alerts.start();
      maintenance.start();
    },
    async stop() {
      readiness.stop();
      await metricsServer?.close();
      await Promise.all([
        maintenance.stop(),
        orders.stopDeadlines(),
        runExpiry.stop(),
        alerts.stop(),
        ...Object.values(outboxWorkers).map((worker) => worker.stop()),
        liveEvents.stop(),
      ]);
      await gateway.stop();
    },
  };
}
