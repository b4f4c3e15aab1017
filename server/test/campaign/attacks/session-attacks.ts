import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { getOrder } from "@reposo/contract/orders/orders.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { changePassword, login, logout } from "@reposo/contract/sessions/login.ts";
import { liveEventsPath } from "@reposo/contract/sessions/event-stream.ts";
import { publishEvents } from "#features/live-events/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeCustomer, makeManager, makeOrder } from "#test/app/network-factory.ts";
import { eventually } from "#test/app/order-app.ts";
import { addressOf, attempt, dataOf } from "./attack-client.ts";
import type { Attack, AttackWorld } from "./attack-world.ts";
import { encryption, logInAs, makeAccount } from "./password-login.ts";
import { isAccepted, requireCode } from "./refusals.ts";

/**
 * Logs in with other spellings of a name. Lookalikes that open the account with its password count as accepted, and
 * attempts beyond the account's limit by other cases of its letters.
 */
export const respellNames: Attack = {
  name: "login names with lookalike letters",
  async run(world, count) {
    const loginName = `kiosk.isis.${randomBytes(4).toString("hex")}`;
    const { loginName: name, password } = await makeAccount(world, { loginName });
    const open = (account: string, from: number) => logInAs(world, { account, password, from });
    requireCode(await open(name.toUpperCase(), 3800), "ok");
    const lookalikes = [
      name.replaceAll("i", "\u0130"),
      name.replaceAll("i", "\u0131"),
      name.replaceAll("o", "\u043e"),
      name.normalize("NFKD").replaceAll("i", "i\u0307"),
    ];
    // Other spellings of the same name, which typed text is normalised to: they open the account with its password only.
    const spellings = [
      name.replaceAll("k", "\u212a"),
      name.replaceAll("s", "\u017f"),
      name.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) as number) + 0xfee0)),
      `${name}\u200b`,
      `\u00a0${name}`,
    ];
    // Before the guesses below: once the account's limit is reached, a lookalike that opens it would be refused too.
    const opened = await attempt(lookalikes.length, async (index) =>
      isAccepted(await open(lookalikes[index] as string, 3801 + index), "loginRefused"),
    );
    requireCode(await open(name, 3799), "ok");
    const limitPerMinute = 10;
    const minuteNow = () => Math.floor(Date.now() / 60_000);
    const startMinute = minuteNow();
    let checked = 0;
    const guessed = await attempt(Math.max(count - lookalikes.length, 30), async (index) => {
      const cased = Array.from(name, (letter, at) => ((index >> at) & 1 ? letter.toUpperCase() : letter));
      const account = spellings[index] ?? cased.join("");
      const guess = { account, password: "wrong-guess-1", from: 3811 + (index % 30) };
      const answer = await logInAs(world, guess);
      requireCode(answer, "loginRefused", "tooManyTries");
      if (answer.code === resultCodes.loginRefused) checked += 1;
      return false;
    });
    if (checked === 0) throw new Error("no guess was checked at all");
    const minutes = 1 + minuteNow() - startMinute;
    return {
      attempts: opened.attempts + guessed.attempts,
      accepted: opened.accepted + Math.max(0, checked - minutes * limitPerMinute),
    };
  },
};

/** Returns the median response times of logins with wrong passwords to existing accounts and with unknown names. */
async function measureLogins(world: AttackWorld, pairs: number) {
  const perAccount = 8;
  const accounts = await Promise.all(
    Array.from({ length: Math.ceil(pairs / perAccount) }, () => makeAccount(world)),
  );
  const measure = async (account: string, from: number): Promise<number> => {
    const { keyId, encrypt } = await encryption(world, from);
    const fields = { account, password: encrypt("wrong-guess-1"), keyId };
    const began = performance.now();
    const answer = await world.client.call(login.path, fields, { from });
    const elapsedMs = performance.now() - began;
    requireCode(answer, "loginRefused");
    return elapsedMs;
  };
  const [known, unknown]: [number[], number[]] = [[], []];
  // The names alternate, so that other load on the machine slows down both kinds alike.
  for (let index = 0; index < pairs; index += 1) {
    const from = 3930 + (index % 20);
    known.push(await measure(accounts[index % accounts.length]?.loginName as string, from));
    unknown.push(await measure(`unknown.${randomBytes(6).toString("hex")}`, from));
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number;
  return { knownMs: median(known), unknownMs: median(unknown) };
}

/** Compares the response times of known and unknown names; a ratio that distinguishes them twice counts as accepted. */
export const timeLogins: Attack = {
  name: "login names recognised by their response times",
  async run(world, count) {
    const pairs = Math.min(Math.max(count, 16), 40);
    const maxRatio = 3;
    const isDistinct = async () => {
      const { knownMs, unknownMs } = await measureLogins(world, pairs);
      return Math.max(knownMs / unknownMs, unknownMs / knownMs) > maxRatio;
    };
    const accepted = (await isDistinct()) && (await isDistinct());
    return { attempts: 2 * pairs, accepted: Number(accepted) };
  },
};

/** Opens a stream of live events and collects what it receives. */
async function openStream({ client }: AttackWorld, token: string, from: number) {
  let text = "";
  const sent = request({
    hostname: client.hostname,
    port: client.port,
    path: `/api${liveEventsPath}`,
    headers: { "access-token": token },
    localAddress: addressOf(from),
  });
  sent.on("error", () => {});
  sent.on("response", (response) => {
    response.on("error", () => {});
    response.on("data", (chunk: Buffer) => {
      text += String(chunk);
    });
  });
  sent.end();
  await eventually(() => {
    if (!text.includes("id: ")) throw new Error("the stream has not begun");
  });
  return { text: () => text, close: () => sent.destroy() };
}

const announce = ({ test }: AttackWorld, outletId: string, orderId: string): Promise<void> =>
  transact(test.database, async (uow) =>
    publishEvents(uow, { name: "order", outletId, subject: orderId, at: new Date() }),
  );

const makeOwnOrder = ({ test, own }: AttackWorld): Promise<string> =>
  makeOrder(test.owner, {
    ...own.outlet,
    deviceId: own.deviceId,
    orderedAt: new Date(),
    status: "completed",
  });

/**
 * Listens with stolen tokens whose sessions end by a logout, or by a login before a change of the password; each
 * stream that receives a later event counts as accepted.
 */
export const listenAfterEnd: Attack = {
  name: "live events after a logout or a change of the password",
  leaves: ["session.loggedOut", "password.changed"],
  async run(world, count) {
    const { client, own, test } = world;
    const { outletId } = own.outlet;
    const attempts = 2 * Math.min(Math.ceil(count / 20), 20);
    const witness = await openStream(world, own.managerToken, 3850);
    const streams = await Promise.all(
      Array.from({ length: attempts }, async (_, index) => {
        const from = 3851 + index;
        const { loginName: account, password, accountId } = await makeAccount(world);
        await sql`
          INSERT INTO outlet_manager (outlet_id, account_id)
          VALUES (${outletId}, ${accountId})`.execute(test.owner);
        const { token } = dataOf(login, await logInAs(world, { account, password, from }));
        const stream = await openStream(world, token, from);
        const end = async () => {
          if (index % 2 === 0) return client.call(logout.path, {}, { token, from });
          const owner = dataOf(login, await logInAs(world, { account, password, from }));
          const { keyId, encrypt } = await encryption(world, from);
          const secrets = {
            keyId,
            currentPassword: encrypt(password),
            newPassword: encrypt(`unguessable-${randomBytes(8).toString("hex")}`),
          };
          return client.call(changePassword.path, secrets, { token: owner.token, from });
        };
        return { ...stream, end };
      }),
    );
    const [before, after] = [await makeOwnOrder(world), await makeOwnOrder(world)];
    await announce(world, outletId, before);
    await eventually(() => {
      if (![witness, ...streams].every((stream) => stream.text().includes(before)))
        throw new Error("a stream has not received an event before its session ended");
    });
    for (const { end } of streams) {
      const ended = await end();
      if (ended.code !== 200) throw new Error(`a session was not ended: ${ended.text}`);
    }
    await announce(world, outletId, after);
    await eventually(() => {
      if (!witness.text().includes(after)) throw new Error("the witness has not received the event");
    });
    const accepted = streams.filter((stream) => stream.text().includes(after)).length;
    for (const { close } of [witness, ...streams]) close();
    return { attempts, accepted };
  },
};

/** Reads coupon codes as managers without the permission `details`, in live events and in orders. */
export const readCoupons: Attack = {
  name: "coupon codes read without the permission for details",
  async run(world, count) {
    const { client, own, test } = world;
    const { outletId } = own.outlet;
    const viewer = await makeManager(test.owner, { outletIds: [outletId], permissions: ["home", "user"] });
    const stranger = await makeCustomer(test.owner);
    const code = `SECRET-${randomBytes(6).toString("hex").toUpperCase()}`;
    const orderId = await makeOwnOrder(world);
    await sql`UPDATE orders SET coupon_code = ${code} WHERE order_id = ${orderId}`.execute(test.owner);
    const read = (token: string, from: number) => client.call(getOrder.path, { orderId }, { token, from });
    if (!(await read(own.managerToken, 3900)).text.includes(code))
      throw new Error("a manager with the permission does not see the code");
    const [witness, spy] = [
      await openStream(world, own.managerToken, 3901),
      await openStream(world, viewer.token, 3902),
    ];
    await announce(world, outletId, orderId);
    await eventually(() => {
      if (![witness, spy].every((stream) => stream.text().includes(orderId)))
        throw new Error("a manager's stream has not received the event");
    });
    if (!witness.text().includes(code)) throw new Error("the event has no code for permitted managers");
    const done = await attempt(count, async (index) => {
      const isViewer = index % 2 === 0;
      const answer = await read(isViewer ? viewer.token : stranger.token, 3903 + (index % 20));
      requireCode(answer, isViewer ? "ok" : "orderNotFound");
      return answer.text.includes(code);
    });
    for (const { close } of [witness, spy]) close();
    return { attempts: done.attempts + 1, accepted: done.accepted + Number(spy.text().includes(code)) };
  },
};
