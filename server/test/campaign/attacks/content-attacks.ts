import { randomBytes, randomUUID } from "node:crypto";
import { feedbackDetail, feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { makeCustomer, makeDevice, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet } from "#test/app/order-app.ts";
import { sql } from "#platform/postgres/sql.ts";
import { attempt, type AttackAnswer, dataOf } from "./attack-client.ts";
import type { Attack } from "./attack-world.ts";
import { publishedOperations } from "./outlet-attacks.ts";

const isScriptIn = ({ text, headers }: AttackAnswer, script: string): boolean => {
  const isData = headers["content-type"]?.startsWith("application/json") === true;
  return text.includes(script) && !(isData && headers["x-content-type-options"] === "nosniff");
};

/** Sends a script in every text that an outsider controls; a page that contains it unescaped counts as accepted. */
export const storeScripts: Attack = {
  name: "script in feedback, names, links, and errMsg",
  async run(world, count) {
    const { client, own, test } = world;
    const script = `<script>alert("${randomBytes(4).toString("hex")}")</script>`;
    const outlet = await makePricedOutlet(test.owner);
    await sql`UPDATE outlet SET name = ${script} WHERE outlet_id = ${outlet.outletId}`.execute(test.owner);
    const deviceId = await makeDevice(test.owner, outlet);
    const { token, caller } = await makeCustomer(test.owner);
    const orderId = await makeOrder(test.owner, {
      ...own.outlet,
      deviceId: own.deviceId,
      customerId: caller.customerId,
      status: "completed",
    });
    const sent = await client.call(
      feedbackInsert.path,
      { orderId, problem: script, abnormal: script },
      { token, from: 3600, idempotencyKey: randomUUID() },
    );
    const { feedbackId } = dataOf(feedbackInsert, sent);
    const encoded = encodeURIComponent(script);
    const paths = [
      `/pages/err/err?errType=2&errMsg=${encoded}`,
      `/pages/err/err?errType=${encoded}`,
      `/pages/index/index?deviceId=${encoded}`,
      `/pages/index/index?deviceId=${deviceId}`,
      `/pages/login/login?next=${encoded}&lang=${encoded}`,
      `/${encoded}`,
      `/uploads/${encoded}`,
      `/pay/${encoded}`,
      `/api/${encoded}`,
      `/api/web/api/v1/order?orderId=${encoded}`,
    ];
    const page = await client.send({ path: `/pages/index/index?deviceId=${deviceId}`, from: 3600 });
    if (!page.text.includes("alert(")) throw new Error("the chair's page does not name its outlet");
    return attempt(Math.max(count, paths.length + 1), async (index) => {
      const from = 3600 + (index % 20);
      const path = paths[index % (paths.length + 1)];
      const answer =
        path === undefined
          ? await client.call(feedbackDetail.path, { feedbackId }, { token: own.managerToken, from })
          : await client.send({ path, from, headers: { accept: "text/html" } });
      return isScriptIn(answer, script);
    });
  },
};

/** Links to a page with an invented message, as plain text; a response that contains it counts as accepted. */
export const inventMessages: Attack = {
  name: "plain text of a link in errMsg",
  run: ({ client }, count) =>
    attempt(count, async (index) => {
      const text = `Call ${randomBytes(6).toString("hex")} for a refund`;
      const errMsg =
        index % 2 === 0 ? encodeURIComponent(text) : new URLSearchParams({ m: text }).toString().slice(2);
      const errType = ["2", "device", "priceList"][index % 3];
      const path = `/pages/err/err?errType=${errType}&errMsg=${errMsg}`;
      const answer = await client.send({ path, from: 3620 + (index % 20), headers: { accept: "text/html" } });
      if (answer.status !== 200) throw new Error(`the page is refused: ${answer.text}`);
      return answer.text.includes(text) || answer.text.includes(errMsg);
    }),
};

/** Requests every page and every operation as the content of a frame; a response that a browser frames counts. */
export const framePages: Attack = {
  name: "framing of pages by another site",
  async run(world, count) {
    const { client, own } = world;
    const pages = [
      "/",
      ...["index/index", "login/login", "err/err", "countdown/countdown", "home/home", "details/details"].map(
        (page) => `/pages/${page}`,
      ),
      `/pages/index/index?deviceId=${own.deviceId}`,
      "/no/such/page",
      `/pay/simulated/${randomUUID()}`,
      "/uploads/none",
      "/api/docs/",
    ];
    const operations = (await publishedOperations(world))
      .filter(({ id, method }) => method === "GET" && id !== "liveEvents")
      .map(({ path }) => `/api${path}`);
    const paths = [...pages, ...operations];
    return attempt(Math.max(count, paths.length), async (index) => {
      const { headers } = await client.send({
        path: paths[index % paths.length] as string,
        headers: { "sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site", accept: "text/html" },
        from: 3650 + (index % 20),
      });
      const policy = String(headers["content-security-policy"] ?? "");
      return !policy.includes("frame-ancestors 'none'") && headers["x-frame-options"] !== "DENY";
    });
  },
};

/** The server's log must not contain what attackers and customers sent as secrets. */
export const readSecrets: Attack = {
  name: "secrets and internal details in logs and responses",
  async run(world) {
    const { client, own, foreign, chairSecret, couponCode } = world;
    const lines = world.log().split("\n");
    const secrets = [
      ...[own, foreign].flatMap(({ managerToken, customerToken }) => [managerToken, customerToken]),
      ...Object.entries(world.company.env).flatMap(([name, value]) =>
        /KEY|SECRET/.test(name) ? [value] : [],
      ),
      chairSecret,
      couponCode,
      ...client.sentTokens(),
    ];
    const isLeaking = (line: string) => secrets.some((secret) => line.includes(secret));
    if (!lines.some((line) => line.includes('"level"'))) throw new Error("the server has logged nothing");
    const { received, revealing } = client.responses();
    return {
      attempts: lines.length + received,
      accepted: lines.filter(isLeaking).length + revealing,
    };
  },
};
