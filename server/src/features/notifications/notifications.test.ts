import { randomUUID } from "node:crypto";
import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import type { Permission } from "@reposo/contract/permissions.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import {
  notificationSettings,
  saveNotificationSettings,
  sendTestNotification,
  subscribePush,
  unsubscribePush,
} from "@reposo/contract/alerts/notifications.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { manualClock } from "#platform/time/clock.ts";
import { createKeyCipher } from "#platform/keys/key-cipher.ts";
import { createLog, silentLog } from "#platform/logging/log.ts";
import { createOutboxWorker, type OutboxWorker } from "#platform/jobs/outbox.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { call, openTestHttp } from "#test/clients/http-client.ts";
import { testCipher } from "#test/app/key-cipher.ts";
import { makeManager, makeOutlet } from "#test/app/network-factory.ts";
import { type MailServer, startMailServer } from "#test/stand-ins/mail-server.ts";
import { type PushService, type StubBrowser, startPushService } from "#test/stand-ins/push-service.ts";
import { createNotifications, type ManagerNotification, notifyManagers } from "./index.ts";
import { registerNotificationsRoutes } from "./notifications-routes.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let db: TestDatabase;
let push: PushService;
let mail: MailServer;
let http: FastifyInstance;
let outbox: OutboxWorker;
const resolved = new Set<string>();
const warnings: string[] = [];
const refusal = "notifications: a push service refused a message";
/** Noon in Manila, and 13:00 in Tokyo. */
const start = new Date("2026-11-23T04:00:00Z");
const clock = manualClock(start);

const partsOf = (cipher = testCipher) => ({
  database: db.database,
  clock,
  log: silentLog,
  cipher,
  wake: () => outbox.wake(),
  publicUrl: "https://chairs.example",
  push: { mayBePrivate: true },
  mail: { smtpUrl: mail.url, from: "Reposo <alerts@chairs.example>" },
  isAlertOpen: async (alertId: string) => !resolved.has(alertId),
});

beforeAll(async () => {
  db = await openTestDatabase();
  push = await startPushService();
  mail = await startMailServer();
  const notifications = createNotifications(partsOf());
  outbox = createOutboxWorker({
    database: db.database,
    clock,
    log: createLog("warn", { write: (line) => warnings.push((JSON.parse(line) as { msg: string }).msg) }),
    handlers: notifications.jobs,
  });
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

async function openManager(options: { timeZone?: string; permissions?: readonly Permission[] } = {}) {
  const { timeZone, permissions } = options;
  const outletId = await makeOutlet(db.owner, { name: "Glorietta", ...(timeZone && { timeZone }) });
  return { outletId, ...(await openManagerOf([outletId], permissions)) };
}

async function openManagerOf(outletIds: readonly string[], permissions?: readonly Permission[]) {
  const { token, caller } = await makeManager(db.owner, { outletIds, ...(permissions && { permissions }) });
  const { accountId } = caller;
  const as = (lang: Language = "en_US") => ({ "access-token": token, lang });
  const settings = async () => (await call(http, notificationSettings, undefined, as())).data;
  return {
    accountId,
    settings,
    save: (fields: Record<string, unknown>, lang?: Language) =>
      call(http, saveNotificationSettings, fields, as(lang)),
    test: () => call(http, sendTestNotification, undefined, as()),
    async subscribe(lang?: Language): Promise<StubBrowser> {
      const browser = push.subscribe();
      const { endpoint, p256dh, auth } = browser;
      const { vapidPublicKey } = await settings();
      const fields = { endpoint, p256dh, auth, vapidPublicKey };
      expect((await call(http, subscribePush, fields, as(lang))).code).toBe(200);
      return browser;
    },
    trySubscribe: (fields: Record<string, unknown>) => call(http, subscribePush, fields, as()),
    unsubscribe: ({ endpoint }: StubBrowser) => call(http, unsubscribePush, { endpoint }, as()),
  };
}

async function notify(
  outletId: string,
  given: Partial<ManagerNotification> & { kind?: AlertKind } = {},
): Promise<void> {
  const notification = {
    alertId: null,
    kind: "chairOffline",
    outletId,
    deviceId: "MC000001",
    since: "2026-11-23T03:45:00.000Z",
    cost: { amountMinor: 120_00, currency: "PHP" },
    url: "/pages/device/device?deviceId=MC000001",
    tag: `alert-${randomUUID()}`,
    ...given,
  } as const;
  await transact(db.database, (uow) => notifyManagers(uow, notification, clock.now()));
  outbox.wake();
}

/** Waits until every due job has been processed. */
async function settle(): Promise<void> {
  await vi.waitFor(
    async () => {
      outbox.wake();
      const due = await sql`
        SELECT outbox_id FROM outbox WHERE due_at <= ${clock.now()} OR claim IS NOT NULL`.rows(db.owner);
      expect(due).toEqual([]);
    },
    { timeout: 15_000, interval: 10 },
  );
}

const pushesTo = ({ path }: StubBrowser) => push.received.filter((one) => one.path === path);
const mailsTo = (email: string) => mail.received.filter(({ to }) => to.includes(email));
const newEmail = () => `manager.${randomUUID().slice(0, 8)}@chairs.example`;

describe("[ALERT-4] a push message", () => {
  it("is encrypted, signed with the VAPID key, and in the browser's language, for every manager of the outlet", async () => {
    const { outletId, ...first } = await openManager();
    const [own, second, outsider] = [
      await first.subscribe("id_ID"),
      await (await openManagerOf([outletId])).subscribe(),
      await (await openManager()).subscribe(),
    ];
    await notify(outletId, { tag: "alert-1" });
    await settle();
    expect(pushesTo(second)).toEqual([
      {
        path: second.path,
        message: {
          title: "Chair MC000001 is offline",
          body: "Glorietta · Since Nov 23, 11:45 · Estimated loss: ₱120.00",
          url: "/pages/device/device?deviceId=MC000001",
          tag: "alert-1",
        },
        ttlSeconds: 14_400,
        topic: expect.stringMatching(/^[\w-]{32}$/),
        vapid: {
          publicKey: (await first.settings()).vapidPublicKey,
          aud: push.origin,
          sub: "https://chairs.example",
          exp: expect.any(Number),
        },
      },
    ]);
    expect(pushesTo(own)[0]?.message).toMatchObject({
      title: "Kursi MC000001 offline",
      body: expect.stringContaining("Perkiraan kerugian"),
    });
    expect(pushesTo(outsider)).toEqual([]);
  });

  it("is sent only to managers who may see the kind and have muted neither it nor the outlet", async () => {
    const { outletId } = await openManager();
    const other = await makeOutlet(db.owner);
    const viewer = await openManagerOf([outletId], ["home"]);
    const muting = await openManagerOf([outletId, other]);
    const browsers = { viewer: await viewer.subscribe(), muting: await muting.subscribe() };
    expect((await muting.save({ mutedKind: ["feedbackWaiting"], mutedAreaId: [other] })).code).toBe(200);
    await notify(outletId, { kind: "feedbackWaiting", deviceId: null });
    await notify(outletId, { kind: "refundWaiting", deviceId: null });
    await notify(other, { kind: "chairFault" });
    await notify(outletId, { kind: "chairFault" });
    await settle();
    const titles = (browser: StubBrowser) => pushesTo(browser).map(({ message }) => message.title);
    expect(titles(browsers.viewer)).toEqual(["Fault on chair MC000001"]);
    expect(titles(browsers.muting).sort()).toEqual([
      "A refund request is waiting",
      "Fault on chair MC000001",
    ]);
  });

  it("is not sent to a disabled account, or to the previous account of a browser", async () => {
    const { outletId, accountId, subscribe } = await openManager();
    const disabled = await subscribe();
    const [before, after] = [await openManagerOf([outletId]), await openManagerOf([outletId])];
    const shared = await before.subscribe();
    const { endpoint, p256dh, auth } = shared;
    const { vapidPublicKey } = await after.settings();
    await after.trySubscribe({ endpoint, p256dh, auth, vapidPublicKey });
    await sql`UPDATE account SET disabled_at = ${start} WHERE account_id = ${accountId}`.execute(db.owner);
    await notify(outletId);
    await settle();
    expect(pushesTo(disabled)).toEqual([]);
    expect(pushesTo(shared)).toHaveLength(1);
    expect([(await before.settings()).devices, (await after.settings()).devices]).toEqual([0, 1]);
    await after.unsubscribe(shared);
    expect((await after.settings()).devices).toBe(0);
  });

  it.each([404, 410])(
    "is replaced by an e-mail and deletes the subscription if the push service responds %i",
    async (status) => {
      const { outletId, subscribe, save, settings } = await openManager();
      const email = newEmail();
      await save({ email });
      const [expired, working] = [await subscribe(), await subscribe()];
      push.answer(expired, status);
      await notify(outletId);
      await settle();
      expect((await settings()).devices).toBe(1);
      expect(pushesTo(working)).toHaveLength(1);
      expect(mailsTo(email)).toEqual([]);
      push.answer(working, status);
      await notify(outletId);
      await settle();
      expect((await settings()).devices).toBe(0);
      expect(mailsTo(email)).toHaveLength(1);
      expect(push.attempts.get(expired.path)).toBe(1);
    },
  );

  it.each([401, 403])("is replaced by an e-mail at response %i; the subscription stays", async (status) => {
    const { outletId, subscribe, save, settings } = await openManager();
    const email = newEmail();
    await save({ email });
    const browser = await subscribe();
    push.answer(browser, status);
    warnings.length = 0;
    for (const n of [1, 2, 3]) {
      await notify(outletId).then(settle);
      expect([mailsTo(email).length, push.attempts.get(browser.path)]).toEqual([n, n]);
    }
    expect([...warnings, (await settings()).devices]).toEqual([refusal, 1]);
  });

  it("is retried while the push service fails, and is delivered once", async () => {
    const { outletId, subscribe } = await openManager();
    const browser = await subscribe();
    push.answer(browser, 503);
    await notify(outletId);
    await vi.waitFor(() => expect(push.attempts.get(browser.path)).toBe(1), { timeout: 20_000 });
    await advanceUntil(() => (push.attempts.get(browser.path) ?? 0) >= 3);
    push.answer(browser, 201);
    await advanceUntil(() => pushesTo(browser).length === 1);
    await settle();
    expect(pushesTo(browser)).toHaveLength(1);
  });

  it("is replaced by one e-mail after it has failed for ten minutes, and keeps the subscription", async () => {
    const { outletId, subscribe, save, settings } = await openManager();
    const email = newEmail();
    await save({ email });
    const browsers = [await subscribe(), await subscribe()];
    for (const browser of browsers) push.answer(browser, 500);
    await notify(outletId);
    await advanceUntil(() => mailsTo(email).length > 0);
    await settle();
    expect(mailsTo(email)).toHaveLength(1);
    expect((await settings()).devices).toBe(2);
    // While no browser can be reached, the e-mail is sent immediately and only once.
    await notify(outletId);
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(2), { timeout: 20_000 });
    await advanceUntil(async () => (await jobsLeft()) === 0);
    expect(mailsTo(email)).toHaveLength(2);
  });

  it("is not sent with a key other than the one of the subscription", async () => {
    const { subscribe, settings, test } = await openManager();
    const browser = await subscribe();
    await sql`
      UPDATE push_subscription
      SET key_id = ${randomUUID()}
      WHERE endpoint = ${browser.endpoint}`.execute(db.owner);
    await test();
    await settle();
    expect(push.attempts.get(browser.path)).toBeUndefined();
    expect((await settings()).devices).toBe(0);
  });
});

const jobsLeft = async () =>
  (await sql<{ outbox_id: number }>`SELECT outbox_id FROM outbox`.rows(db.owner)).length;

/** Advances the clock in steps until the condition holds, so that retries become due. */
async function advanceUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitFor(
    async () => {
      if (await condition()) return;
      // A job in progress would lose its lease, and run twice.
      if (!(await sql`SELECT FROM outbox WHERE claim IS NOT NULL`.hasRows(db.owner))) clock.advance(5_000);
      outbox.wake();
      throw new Error("not yet");
    },
    { timeout: 20_000, interval: 5 },
  );
}

describe("[ALERT-4] quiet hours", () => {
  it("postpone the delivery to their end in the outlet's time zone, and drop alerts that were resolved by then", async () => {
    const manila = await openManager();
    const tokyo = await makeOutlet(db.owner, { timeZone: "Asia/Tokyo" });
    const manager = await openManagerOf([manila.outletId, tokyo]);
    const browser = await manager.subscribe();
    clock.set(new Date("2026-11-24T13:30:00Z"));
    // 21:30 in Manila, 22:30 in Tokyo.
    await manager.save({ quietFrom: "22:00", quietTo: "07:00" });
    const [pending, dropped] = [randomUUID(), randomUUID()];
    await notify(tokyo, { alertId: pending, tag: "tokyo" });
    await notify(tokyo, { alertId: dropped, tag: "resolved" });
    await notify(manila.outletId, { tag: "manila" });
    await settle();
    const tags = () => pushesTo(browser).map(({ message }) => message.tag);
    expect(tags()).toEqual(["manila"]);
    resolved.add(dropped);
    clock.set(new Date("2026-11-24T21:59:59Z"));
    await settle();
    expect(tags()).toEqual(["manila"]);
    clock.set(new Date("2026-11-24T22:00:00Z"));
    await settle();
    expect(tags()).toEqual(["manila", "tokyo"]);
    expect(await jobsLeft()).toBe(0);
  });

  it("apply to pending deliveries even if they were changed later", async () => {
    const { outletId, subscribe, save } = await openManager();
    const browser = await subscribe();
    clock.set(new Date("2026-11-25T14:30:00Z"));
    await save({ quietFrom: "22:00", quietTo: "06:00" });
    await notify(outletId);
    await save({ quietFrom: "22:00", quietTo: "08:00" });
    clock.set(new Date("2026-11-25T22:30:00Z"));
    await settle();
    expect(pushesTo(browser)).toEqual([]);
    clock.set(new Date("2026-11-26T00:00:00Z"));
    await settle();
    expect(pushesTo(browser)).toHaveLength(1);
  });
});

describe("[ALERT-4] an e-mail", () => {
  it("is sent if no browser is subscribed, in the language of the settings and with a link", async () => {
    const { outletId, save } = await openManager();
    const email = newEmail();
    await save({ email }, "id_ID");
    await notify(outletId);
    await settle();
    const [received] = mailsTo(email);
    expect(received).toMatchObject({ from: "alerts@chairs.example", subject: "Kursi MC000001 offline" });
    expect(received?.source).toContain("Auto-Submitted: auto-generated");
    expect(received?.source.replaceAll("=\r\n", "")).toContain(
      "https://chairs.example/pages/device/device?deviceId=3DMC000001",
    );
  });

  it("is retried after a temporary refusal and a refused login, but not after a permanent refusal", async () => {
    const { outletId, save } = await openManager();
    const email = newEmail();
    await save({ email });
    for (const [number, reason] of [/refused/, /login/i].entries()) {
      if (number === 0) mail.refuseWith(451);
      else mail.refuseLogins(true);
      await notify(outletId);
      await vi.waitFor(async () => {
        outbox.wake();
        const job = sql<{ error: string }>`SELECT last_error AS error FROM outbox WHERE kind = 'sendEmail'`;
        expect((await job.firstRow(db.owner)).error).toMatch(reason);
      }, 20_000);
      mail.refuseWith(null);
      mail.refuseLogins(false);
      await advanceUntil(() => mailsTo(email).length === number + 1);
    }
    mail.refuseWith(550);
    await notify(outletId);
    await settle();
    mail.refuseWith(null);
    clock.advance(3_600_000);
    await settle();
    expect(mailsTo(email)).toHaveLength(2);
  });
});

describe("[ALERT-4] notification settings", () => {
  it("are replaced as a whole", async () => {
    const { outletId, settings, save } = await openManager();
    const email = newEmail();
    const changed = {
      email,
      quietFrom: "23:15",
      quietTo: "06:05",
      mutedAreaId: [outletId],
      mutedKind: ["incomeLow", "cashBoxFull"],
    };
    await save(changed);
    expect(await settings()).toMatchObject({
      devices: 0,
      email,
      emailAvailable: true,
      quietFrom: "23:15",
      quietTo: "06:05",
      mutedAreaIds: [outletId],
      mutedKinds: ["cashBoxFull", "incomeLow"],
    });
    await save({});
    expect(await settings()).toMatchObject({
      email: null,
      quietFrom: null,
      quietTo: null,
      mutedAreaIds: [],
      mutedKinds: [],
    });
  });

  it.each([
    [{ email: "nobody" }, "email"],
    [{ email: "a@b.example, c@d.example" }, "email"],
    [{ email: "a@b.example\r\nBcc: c@d.example" }, "email"],
    [{ quietFrom: "22:00" }, "quietTo"],
    [{ quietTo: "22:00" }, "quietFrom"],
    [{ quietFrom: "22:00", quietTo: "22:00" }, "quietTo"],
    [{ quietFrom: "24:00", quietTo: "07:00" }, "quietFrom"],
  ])("refuse the invalid fields %j", async (fields, path) => {
    const { save } = await openManager();
    expect(await save(fields)).toMatchObject({ code: 400, data: { fields: [{ path }] } });
  });

  it("refuse outlets of other managers", async () => {
    const { outletId } = await openManager();
    const { save } = await openManager();
    expect((await save({ mutedAreaId: [outletId] })).code).toBe(20601);
  });

  it("can be tested with a message, whose number is limited", async () => {
    const { test, subscribe, save } = await openManager();
    expect((await test()).data).toEqual({ channel: null });
    await save({ email: newEmail() });
    expect((await test()).data).toEqual({ channel: "email" });
    const browser = await subscribe();
    expect((await test()).data).toEqual({ channel: "push" });
    await settle();
    expect(pushesTo(browser)[0]?.message.title).toBe("Notifications are working");
    await test();
    await test();
    expect(await test()).toMatchObject({ code: 20103 });
  });
});

describe("[ALERT-4] a subscription", () => {
  it.each(["endpoint", "p256dh", "auth", "vapidPublicKey"])(
    "is refused with an invalid %s",
    async (field) => {
      const { settings, trySubscribe } = await openManager();
      const { path: _, ...browser } = push.subscribe();
      const { vapidPublicKey } = await settings();
      const wrong = field === "endpoint" ? "http://push.example.com/1" : "AAAA";
      const answer = await trySubscribe({ ...browser, vapidPublicKey, [field]: wrong });
      expect(answer).toMatchObject({ code: 400, data: { fields: [{ path: field }] } });
      expect((await settings()).devices).toBe(0);
    },
  );

  it("is deleted if the account has ten newer ones", async () => {
    const { settings, subscribe } = await openManager();
    for (let count = 0; count < 12; count += 1) {
      await subscribe();
      clock.advance(1_000);
    }
    expect((await settings()).devices).toBe(10);
  });

  it("[KEY-1] uses the same VAPID key on all servers, which is stored encrypted", async () => {
    const { settings } = await openManager();
    const other = createNotifications(partsOf());
    const { vapidPublicKey } = await other.settings({ accountId: randomUUID(), outletIds: [] } as never);
    expect((await settings()).vapidPublicKey).toBe(vapidPublicKey);
    const stored = await sql<{ key_id: string; sealed_secret: Buffer }>`
      SELECT key_id, sealed_secret FROM server_key WHERE purpose = 'vapid'`.rows(db.owner);
    expect(stored).toHaveLength(1);
    const { key_id, sealed_secret } = stored[0] as (typeof stored)[number];
    expect(createKeyCipher(Buffer.alloc(32, 9)).open(sealed_secret, `server_key:vapid:${key_id}`)).toBeNull();
  });
});
