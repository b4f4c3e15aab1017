import { randomUUID } from "node:crypto";
import { notificationSettings, subscribePush } from "@reposo/contract/alerts/notifications.ts";
import { logout } from "@reposo/contract/sessions/login.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createAccount, disableAccount, enableAccount, setPassword } from "#features/login/index.ts";
import { createOutboxWorker, type OutboxWorker } from "#platform/jobs/outbox.ts";
import { silentLog } from "#platform/logging/log.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { manualClock } from "#platform/time/clock.ts";
import { testCipher } from "#test/app/key-cipher.ts";
import { makeOutlet } from "#test/app/network-factory.ts";
import { call, newManager, openTestHttp, tryLogin } from "#test/clients/http-client.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { type MailServer, startMailServer } from "#test/stand-ins/mail-server.ts";
import { type PushService, startPushService } from "#test/stand-ins/push-service.ts";
import { createNotifications, notifyManagers } from "./index.ts";
import { registerNotificationsRoutes } from "./notifications-routes.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const clock = manualClock(new Date("2026-11-23T04:00:00Z"));
let db: TestDatabase;
let push: PushService;
let mail: MailServer;
let http: FastifyInstance;
let outbox: OutboxWorker;
beforeAll(async () => {
  db = await openTestDatabase();
  push = await startPushService();
  mail = await startMailServer();
  const notifications = createNotifications({
    database: db.database,
    clock,
    log: silentLog,
    cipher: testCipher,
    wake: () => outbox.wake(),
    publicUrl: "https://chairs.example",
    push: { mayBePrivate: true },
    mail: { smtpUrl: mail.url, from: "Reposo <alerts@chairs.example>" },
    isAlertOpen: async () => true,
  });
  outbox = createOutboxWorker({ database: db.database, clock, log: silentLog, handlers: notifications.jobs });
  outbox.start();
  ({ http } = await openTestHttp(db.database, { clock }));
  registerNotificationsRoutes(http, notifications);
});
afterAll(async () => {
  await http.close();
  await outbox.stop();
  await push.close();
  await mail.close();
  await db.close();
});

/** Creates a manager with an e-mail address who is logged in and has subscribed a browser. */
async function openSubscribed() {
  const manager = newManager();
  const made = await createAccount(db.database, clock, manager);
  if (made.kind !== "created") throw new Error(made.kind);
  const { accountId } = made;
  const outletId = await makeOutlet(db.owner);
  await sql`INSERT INTO outlet_manager (outlet_id, account_id) VALUES (${outletId}, ${accountId})`.execute(
    db.owner,
  );
  const email = `${randomUUID().slice(0, 8)}@chairs.example`;
  await sql`
    INSERT INTO notification_settings (account_id, email, language) VALUES (${accountId}, ${email}, 'en_US')`.execute(
    db.owner,
  );
  const { token } = (await tryLogin(http, manager.loginName, manager.password)).data;
  const browser = push.subscribe();
  const subscribe = async (of = token) => {
    const as = { "access-token": of };
    const { vapidPublicKey } = (await call(http, notificationSettings, undefined, as)).data;
    const { endpoint, p256dh, auth } = browser;
    return call(http, subscribePush, { endpoint, p256dh, auth, vapidPublicKey }, as);
  };
  expect((await subscribe()).code).toBe(200);
  return {
    ...manager,
    accountId,
    token,
    subscribe,
    /** Reports an alert, and returns how many push messages and e-mails it caused. */
    async notify(): Promise<{ pushes: number; mails: number }> {
      const count = () => ({
        pushes: push.received.filter(({ path }) => path === browser.path).length,
        mails: mail.received.filter(({ to }) => to.includes(email)).length,
      });
      const before = count();
      await transact(db.database, (uow) =>
        notifyManagers(
          uow,
          {
            alertId: null,
            kind: "chairOffline",
            outletId,
            deviceId: "MC000001",
            since: "2026-11-23T03:45:00.000Z",
            cost: { amountMinor: 120_00, currency: "PHP" },
            url: "/pages/device/device?deviceId=MC000001",
            tag: `alert-${randomUUID()}`,
          },
          clock.now(),
        ),
      );
      await vi.waitFor(
        async () => {
          outbox.wake();
          expect(await sql`SELECT kind FROM outbox`.rows(db.owner)).toEqual([]);
        },
        { timeout: 30_000, interval: 10 },
      );
      const after = count();
      return { pushes: after.pushes - before.pushes, mails: after.mails - before.mails };
    },
  };
}
type Subscribed = Awaited<ReturnType<typeof openSubscribed>>;

const ends: [string, (manager: Subscribed) => Promise<unknown>][] = [
  ["is logged out", ({ token }) => call(http, logout, undefined, { "access-token": token })],
  ["is replaced by another login", ({ loginName, password }) => tryLogin(http, loginName, password)],
  [
    "is of an account that was disabled and enabled again",
    async ({ loginName }) => {
      await disableAccount(db.database, clock, loginName);
      await enableAccount(db.database, clock, loginName);
    },
  ],
  [
    "is of an account with a new password",
    ({ loginName }) => setPassword(db.database, clock, loginName, "new-horse-2"),
  ],
  ["has expired", async () => clock.advance(31 * 86_400_000)],
];

it.each(ends)("[ALERT-4] [SES-6] sends no push message to a browser whose session %s", async (how, end) => {
  const manager = await openSubscribed();
  expect(await manager.notify()).toEqual({ pushes: 1, mails: 0 });
  await end(manager);
  expect(await manager.notify()).toEqual({ pushes: 0, mails: 1 });
  // The browser that logs in again subscribes with its new session.
  const { loginName, password } = manager;
  const again = await tryLogin(http, loginName, how.includes("password") ? "new-horse-2" : password);
  expect((await manager.subscribe(again.data.token)).code).toBe(200);
  expect(await manager.notify()).toEqual({ pushes: 1, mails: 0 });
});

it("[ALERT-4] [SES-6] stores no subscription of a session that ends meanwhile", async () => {
  const { token, accountId, subscribe } = await openSubscribed();
  await sql`DELETE FROM push_subscription WHERE account_id = ${accountId}`.execute(db.owner);
  const { subscribing } = await transact(db.database, async (uow) => {
    await sql`
      UPDATE session SET ended_at = ${clock.now()}, end_reason = 'logout'
      WHERE account_id = ${accountId} AND ended_at IS NULL`.execute(uow);
    const subscribing = subscribe(token);
    await expect
      .poll(
        () =>
          sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.hasRows(
            db.owner,
          ),
        { timeout: 30_000 },
      )
      .toBe(true);
    return { subscribing };
  });
  expect((await subscribing).code).toBe(401);
  const left = sql`SELECT FROM push_subscription WHERE account_id = ${accountId}`;
  expect(await left.hasRows(db.owner)).toBe(false);
});
