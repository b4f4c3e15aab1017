import { constants, createPublicKey, publicEncrypt, randomBytes } from "node:crypto";
import { request } from "node:http";
import { getOrder } from "@reposo/contract/orders/orders.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { liveEventsPath } from "@reposo/contract/sessions/live-events.ts";
import { changePassword, login, logout, publicKey } from "@reposo/contract/sessions/login.ts";
import { createAccount } from "#features/login/index.ts";
import { publishEvents } from "#features/live-events/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { systemClock } from "#platform/time/clock.ts";
import { makeCustomer, makeManager, makeOrder } from "#test/app/network-factory.ts";
import { eventually } from "#test/app/order-app.ts";
import { newManager } from "#test/clients/http-client.ts";
import { addressOf, attempt, dataOf } from "./attack-client.ts";
import type { Attack, AttackWorld } from "./attack-world.ts";

async function encryption({ client }: AttackWorld, from: number) {
  const found = dataOf(publicKey, await client.send({ path: `/api${publicKey.path}`, from }));
  const key = createPublicKey({ key: Buffer.from(found.publicKey, "base64"), format: "der", type: "spki" });
  const padding = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  const encrypt = (password: string): string =>
    publicEncrypt(padding, Buffer.from(JSON.stringify({ password, nonce: found.nonce }))).toString("base64");
  return { keyId: found.keyId, encrypt };
}

async function logInAs(
  world: AttackWorld,
  { account, password, from }: { account: string; password: string; from: number },
) {
  const { keyId, encrypt } = await encryption(world, from);
  return world.client.call(login.path, { account, password: encrypt(password), keyId }, { from });
}

/**
 * Logs in with other spellings of a name. Lookalikes that open the account with its password count as accepted, and
 * attempts beyond the account's limit by other cases of its letters.
 */
export const respellNames: Attack = {
  name: "login names with lookalike letters",
  async run(world, count) {
    const manager = newManager({ loginName: `kiosk.isis.${randomBytes(4).toString("hex")}` });
    await createAccount(world.test.owner, systemClock, manager);
    const { loginName: name, password } = manager;
    const upper = await logInAs(world, { account: name.toUpperCase(), password, from: 3800 });
    if (upper.code !== 200) throw new Error(`another case of the name is refused: ${upper.text}`);
    const lookalikes = [
      name.replaceAll("i", "\u0130"),
      name.replaceAll("i", "\u0131"),
      name.replaceAll("k", "\u212a"),
      name.replaceAll("s", "\u017f"),
      name.replaceAll("o", "\u043e"),
      name.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) as number) + 0xfee0)),
      name.normalize("NFKD").replaceAll("i", "i\u0307"),
      `${name}\u200b`,
      `\u00a0${name}`,
    ];
    const limitPerMinute = 10;
    const minuteNow = () => Math.floor(Date.now() / 60_000);
    const startMinute = minuteNow();
    let checked = 0;
    const { attempts, accepted } = await attempt(Math.max(count, 4 * lookalikes.length), async (index) => {
      const from = 3801 + (index % 40);
      if (index % 4 === 0) {
        const account = lookalikes[(index / 4) % lookalikes.length] as string;
        return (await logInAs(world, { account, password, from })).code === 200;
      }
      const account = Array.from(name, (letter, at) =>
        (index >> at) & 1 ? letter.toUpperCase() : letter,
      ).join("");
      const { code } = await logInAs(world, { account, password: "wrong-guess-1", from });
      if (code !== resultCodes.tooManyTries && code !== resultCodes.rateLimited) checked += 1;
      return false;
    });
    const minutes = 1 + minuteNow() - startMinute;
    return { attempts, accepted: accepted + Math.max(0, checked - minutes * limitPerMinute) };
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
  async run(world, count) {
    const { client, own, test } = world;
    const { outletId } = own.outlet;
    const attempts = 2 * Math.min(Math.ceil(count / 20), 20);
    const witness = await openStream(world, own.managerToken, 3850);
    const streams = await Promise.all(
      Array.from({ length: attempts }, async (_, index) => {
        const from = 3851 + index;
        const manager = newManager();
        const created = await createAccount(test.owner, systemClock, manager);
        if (created.kind !== "created") throw new Error("the account was not created");
        await sql`
          INSERT INTO outlet_manager (outlet_id, account_id)
          VALUES (${outletId}, ${created.accountId})`.execute(test.owner);
        const { loginName: account, password } = manager;
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
      const { token } = index % 2 === 0 ? viewer : stranger;
      return (await read(token, 3903 + (index % 20))).text.includes(code);
    });
    for (const { close } of [witness, spy]) close();
    return { attempts: done.attempts + 1, accepted: done.accepted + Number(spy.text().includes(code)) };
  },
};
