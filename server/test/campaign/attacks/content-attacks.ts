import { randomBytes, randomUUID } from "node:crypto";
import { feedbackDetail, feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { makeCustomer, makeDevice, makeOrder } from "#test/app/network-factory.ts";
import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { formOf, keyIn, photo } from "#test/clients/upload-client.ts";
import { eventually, makePricedOutlet } from "#test/app/order-app.ts";
import { sql } from "#platform/postgres/sql.ts";
import { ownerRefusal, ownerStatements } from "#test/database/owner-statements.ts";
import { attempt, type AttackAnswer, dataOf } from "./attack-client.ts";
import type { Attack } from "./attack-world.ts";
import { publishedOperations } from "./foreign-id-attacks.ts";
import { logInAs, makeAccount } from "./password-login.ts";
import { postUpload, withField } from "./media-uploads.ts";
import { requireCode, requireServed } from "./refusals.ts";

const isScriptIn = ({ text, headers }: AttackAnswer, script: string): boolean => {
  const isData = headers["content-type"]?.startsWith("application/json") === true;
  return text.includes(script) && !(isData && headers["x-content-type-options"] === "nosniff");
};

/** Sends a script in every text that an outsider controls; a page that contains it unescaped counts as accepted. */
export const storeScripts: Attack = {
  name: "script in feedback, names, file names, links, and errMsg",
  async run(world, count) {
    const { client, own, test } = world;
    // Without quotes, which JSON would escape: a page that contains JSON would not contain the script literally.
    const number = randomBytes(4).readUInt32BE();
    const script = `<script>alert(${number})</script>`;
    // Without a slash, which would make the name of a file a path.
    const fileScript = `<img src=x onerror=alert(${number})>`;
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
    const policy = dataOf(getPolicy, await client.call(getPolicy.path, {}, { token, from: 3600 }));
    const fileKey = keyIn(policy, fileScript);
    const file = { bytes: await photo(64, 48), type: "image/jpeg", filename: fileScript };
    const fields = withField(formOf(policy, fileKey), "name", fileScript);
    requireCode(await postUpload(world, fields, file, 3600), "ok");
    const sent = await client.call(
      feedbackInsert.path,
      { orderId, problem: script, abnormal: script, media: [fileKey] },
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
    const detail = (from: number) =>
      client.call(feedbackDetail.path, { feedbackId }, { token: own.managerToken, from });
    const shown = await detail(3600);
    if (!shown.text.includes(script)) throw new Error("the feedback lacks the script");
    const [media] = dataOf(feedbackDetail, shown).feedback.media;
    if (!media?.url.includes(encodeURIComponent(fileScript))) throw new Error("the feedback lacks the file");
    requireCode(await client.send({ path: media.url, from: 3600 }), "ok");
    paths.push(media.url, `/uploads/${encodeURI(fileKey)}`);
    return attempt(Math.max(count, paths.length + 1), async (index) => {
      const from = 3600 + (index % 20);
      const path = paths[index % (paths.length + 1)];
      const answer =
        path === undefined
          ? await detail(from)
          : await client.send({ path, from, headers: { accept: "text/html" } });
      requireServed(answer);
      const isFileNamed =
        answer.text.includes(fileScript) || JSON.stringify(answer.headers).includes(fileScript);
      return isFileNamed || isScriptIn(answer, script);
    });
  },
};

/**
 * Links to a page with an invented message, as plain text; a response that contains it counts as accepted. The browser
 * renders the error page, and also ignores the message (ERR-1).
 */
export const inventMessages: Attack = {
  name: "plain text of a link in errMsg",
  async run({ client, own, test }, count) {
    const open = async (path: string, from: number) => {
      const answer = await client.send({ path, from, headers: { accept: "text/html" } });
      requireCode(answer, "ok");
      return answer.text;
    };
    const deviceId = await makeDevice(test.owner, own.outlet);
    const chairPage = `/pages/index/index?deviceId=${deviceId}`;
    // The server renders this parameter of a link, so that a message would be found if it rendered that too.
    if (!(await open(chairPage, 3620)).includes(deviceId))
      throw new Error("the page does not name its chair");
    const pages = [
      ...["2", "device", "priceList"].map((type) => `/pages/err/err?errType=${type}`),
      chairPage,
      "/pages/login/login?next=%2F",
    ];
    return attempt(count, async (index) => {
      const text = `Call ${randomBytes(6).toString("hex")} for a refund`;
      const errMsg =
        index % 2 === 0 ? encodeURIComponent(text) : new URLSearchParams({ m: text }).toString().slice(2);
      const html = await open(`${pages[index % pages.length]}&errMsg=${errMsg}`, 3620 + (index % 20));
      return html.includes(text) || html.includes(errMsg);
    });
  },
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
      const answer = await client.send({
        path: paths[index % paths.length] as string,
        headers: { "sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site", accept: "text/html" },
        from: 3650 + (index % 20),
      });
      requireServed(answer);
      const { headers } = answer;
      const policy = String(headers["content-security-policy"] ?? "");
      return !policy.includes("frame-ancestors 'none'") && headers["x-frame-options"] !== "DENY";
    });
  },
};

/**
 * The server's log must not contain what attackers and customers sent as secrets. A login before the search proves that
 * the log contains what was sent, apart from the secrets.
 */
export const readSecrets: Attack = {
  name: "secrets and internal details in logs and responses",
  async run(world) {
    const { client, own, foreign, chairSecret, couponCode } = world;
    const { loginName, password, accountId } = await makeAccount(world, {
      password: `Kp7-${randomBytes(12).toString("base64url")}`,
    });
    const guess = randomBytes(12).toString("base64url");
    const attacker = { account: loginName, from: 3690 };
    requireCode(await logInAs(world, { ...attacker, password: guess }), "loginRefused");
    requireCode(await logInAs(world, { ...attacker, password }), "ok");
    await eventually(() => {
      if (!world.log().includes(accountId)) throw new Error("the server has not logged a login");
    });
    const lines = world.log().split("\n");
    const secrets = [
      ...[own, foreign].flatMap(({ managerToken, customerToken }) => [managerToken, customerToken]),
      ...Object.entries(world.company.env).flatMap(([name, value]) =>
        /KEY|SECRET/.test(name) ? [value] : [],
      ),
      chairSecret,
      couponCode,
      password,
      guess,
      await world.brokerSecret(),
      ...client.sentTokens(),
    ];
    const isLeaking = (line: string) => secrets.some((secret) => line.includes(secret));
    const { received, revealing } = client.responses();
    return {
      attempts: lines.length + received,
      accepted: lines.filter(isLeaking).length + revealing,
    };
  },
};

/** Executes statements in the application's database session that only the owner may execute, as an injection would. */
export const gainOwnerRights: Attack = {
  name: "statements of the database's owner in the application's session",
  async run({ test }, count) {
    await sql`SELECT count(*) FROM ledger_entry`.execute(test.database);
    return attempt(Math.max(ownerStatements.length, Math.min(count, 200)), (index) =>
      sql
        .raw(ownerStatements[index % ownerStatements.length] as string)
        .execute(test.database)
        .then(
          () => true,
          (error: Error) => {
            if (!ownerRefusal.test(error.message)) throw error;
            return false;
          },
        ),
    );
  },
};
