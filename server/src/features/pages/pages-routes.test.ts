import fastify from "fastify";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compressResponses } from "#platform/http/compress-responses.ts";
import { addRateLimits } from "#platform/http/limits/rate-limits.ts";
import { createPageRenderer, jsonInMarkup } from "#platform/pages/page-renderer.ts";
import { systemClock } from "#platform/time/clock.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { createPages, type Pages } from "./index.ts";
import { registerPagesRoutes } from "./pages-routes.ts";

/** Writes a minimal build of the web: the files that the renderer reads, and a bundle that renders its input as text. */
async function buildMiniature(folder: string): Promise<void> {
  await mkdir(join(folder, "client", ".vite"), { recursive: true });
  await mkdir(join(folder, "client", "assets"));
  await mkdir(join(folder, "server"));
  const manifests = {
    manager: {
      "style.css": { file: "assets/style-manager.css" },
      "src/manager/manager-app.tsx": { file: "assets/manager-1.js", isEntry: true },
    },
    customer: {
      "style.css": { file: "assets/style-customer.css" },
      "src/customer/customer-app.tsx": {
        file: "assets/customer-1.js",
        isEntry: true,
        imports: ["_base.js"],
      },
      "_base.js": { file: "assets/base-1.js" },
      "src/locales/id_ID/customer.ts": { file: "assets/texts-1.js", imports: ["_base.js"] },
    },
  };
  for (const [app, manifest] of Object.entries(manifests))
    await writeFile(join(folder, "client", ".vite", `${app}.json`), JSON.stringify(manifest));
  await writeFile(join(folder, "client", "assets", "style-customer.css"), "p{color:red}");
  await writeFile(join(folder, "client", "assets", "style-manager.css"), "p{color:blue}");
  await writeFile(join(folder, "client", "assets", "base-1.js"), "export {};");
  await writeFile(join(folder, "client", "assets", "base-1.js.br"), "compressed");
  for (const name of ["service-worker.js", "service-worker.js.br", "service-worker.js.gz", "icon.svg"])
    await writeFile(join(folder, "client", name), name);
  await writeFile(
    join(folder, "server", "server-pages.js"),
    `export const renderPage = ({ path, search, language, callPublicOperation }) => callPublicOperation("publicDevice", { deviceId: (new URLSearchParams(search).get("deviceId") ?? "").toUpperCase() }).catch(() => null).then((device) => ({
      app: path === "/" ? "manager" : "customer", status: path === "/nowhere" ? 404 : 200, title: "<" + path + ">",
      html: device === null ? "" : "<p>" + device.deviceId + "</p>", queries: { device },
      outline: path === "/pages/home/home" ? "<i>outline</i>" : "",
      modules: ["src/locales/" + language + "/customer.ts"], startFailed: "" }));
    export const firstScript = "";`,
  );
}

describe("pages", () => {
  const errorsLogged: string[] = [];
  const app = fastify({
    logger: { level: "error", stream: { write: (line: string) => void errorsLogged.push(line) } },
  });
  let folder: string;
  let pages: Pages;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "reposo-pages-"));
    await buildMiniature(folder);
    pages = createPages({
      renderer: await createPageRenderer({ webDist: folder }),
      settings: {
        defaultLanguage: "en_US",
        acceptedOrigins: [],
        onlinePayment: { simulated: false, currencies: [], methods: {} },
        map: { tilesUrl: "http://tiles.example:8080/{z}/{x}/{y}.png", attribution: "Example" },
        operator: { name: null, logoUrl: null, contact: null, receiptLines: [] },
      },
      logos: { operatorUrl: null, methods: {}, files: new Map() },
      clock: systemClock,
      log: app.log as never,
      publicSources: {
        lookUpPublicDevice: async (deviceId) => {
          if (deviceId === "MC000000") throw new ProductError("deviceUnknown");
          if (deviceId === "MC000500") throw new Error("the database is away");
          return {
            deviceId,
            areaName: "</script><b>",
            state: "free",
            freeChairs: [],
            online: true,
            inUse: false,
            available: true,
            endsAt: null,
            outOfService: null,
            contact: null,
            serverTime: "2026-11-01T00:00:00.000Z",
          };
        },
        priceListOfDevice: async () => {
          throw new ProductError("priceListMissing");
        },
        listAdverts: async () => [],
      },
    });
    await compressResponses(app);
    await app.register(async (scope) => registerPagesRoutes(scope, pages));
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it("[START-2] inlines the public data of a chair's page in a block that the data cannot end", async () => {
    const { body, headers } = await app.inject("/pages/index/index?deviceId=mc100001&lang=id_ID");
    expect(body).toContain("<p>MC100001</p>");
    expect(body).toContain('<html lang="id-ID"');
    expect(body).not.toContain("</script><b>");
    const data: unknown = JSON.parse(/id="page-data">(.*?)<\/script>/.exec(body)?.[1] ?? "");
    expect(data).toMatchObject({ queries: { device: { areaName: "</script><b>" } } });
    expect(body).toContain('<link rel="modulepreload" href="/assets/texts-1.js">');
    expect(headers["content-security-policy"]).toMatch(/style-src 'self' 'sha256-/);
    expect(headers["content-security-policy"]).not.toContain("script-src 'self' 'unsafe-inline'");
  });

  it("[NET-4] renders the outline of a client-rendered page outside the app's element", async () => {
    const { body } = await app.inject("/pages/home/home");
    expect(body).toMatch(/<html [^>]*data-outline[ >]/);
    expect(body).toContain('></div><div id="page-outline"><i>outline</i></div>');
    expect((await app.inject("/pages/err/err")).body).not.toMatch(
      /<[^>]* (data-outline|id="page-outline")[ >]/,
    );
  });

  it("allows images from any HTTPS host on customers' pages, but only from the map's host on managers' pages", async () => {
    const picturesOf = async (url: string) =>
      /img-src ([^;]*)/.exec(String((await app.inject(url)).headers["content-security-policy"]))?.[1];
    expect(await picturesOf("/pages/index/index")).toBe("'self' data: blob: https:");
    expect(await picturesOf("/")).toBe("'self' data: blob: http://tiles.example:8080");
  });

  it("[QS-1] renders the page without data if the chair is unknown or cannot be read", async () => {
    for (const deviceId of ["MC000000", "MC000500", "..%2F..%2Fx"]) {
      const { statusCode, body } = await app.inject(`/pages/index/index?deviceId=${deviceId}`);
      expect(statusCode).toBe(200);
      expect(body).toContain('"device":null');
    }
  });

  it("[NAV-1] responds to an unknown path with a page and to a missing file without one", async () => {
    expect(await app.inject("/nowhere")).toMatchObject({ statusCode: 404 });
    expect((await app.inject("/nowhere")).body).toContain("&lt;/nowhere&gt;");
    expect((await app.inject("/favicon.ico")).headers["content-type"]).toMatch(/^text\/plain/);
    expect((await app.inject("/.vite/manifest.json")).statusCode).toBe(404);
  });

  it("serves a path that looks like another host without redirecting to that host", async () => {
    for (const url of ["//", "//evil.example/pages/home/home", "/\\evil.example", "//evil.example:99999/"]) {
      const { statusCode, headers } = await app.inject(url);
      expect([statusCode, headers.location], url).toEqual([expect.any(Number), undefined]);
      expect(statusCode, url).toBeLessThan(500);
    }
  });

  it("serves precompressed assets as immutable", async () => {
    const { headers, body } = await app.inject({
      url: "/assets/base-1.js",
      headers: { "accept-encoding": "br" },
    });
    expect(headers["content-encoding"]).toBe("br");
    expect(headers["cache-control"]).toContain("immutable");
    expect(body).toBe("compressed");
  });

  it.each(["/assets/base-1.js", "/assets/base%2d1.js"])(
    "serves the uncompressed asset %s by GET and HEAD",
    async (url) => {
      for (const method of ["GET", "HEAD"] as const) {
        const { statusCode, headers, body } = await app.inject({ method, url });
        expect([statusCode, body]).toEqual([200, method === "GET" ? "export {};" : ""]);
        expect(headers).toMatchObject({
          "cache-control": "public, max-age=31536000, immutable",
          "content-length": "10",
          "content-type": "application/javascript; charset=utf-8",
        });
        expect(headers["content-encoding"]).toBeUndefined();
      }
    },
  );

  it("responds with 416 to a range beyond an asset, and logs no error", async () => {
    const before = errorsLogged.length;
    const { statusCode } = await app.inject({ url: "/assets/base-1.js", headers: { range: "bytes=99-" } });
    expect({ statusCode, logged: errorsLogged.slice(before) }).toEqual({ statusCode: 416, logged: [] });
  });

  it.each(["base-1.js.br", "missing-1.js", "..%2fservice-worker.js", "a/b.js"])(
    "responds with 404 to the name of an asset that does not exist: %s",
    async (name) => {
      const { statusCode, headers } = await app.inject(`/assets/${name}`);
      expect({ statusCode, type: headers["content-type"] }).toEqual({
        statusCode: 404,
        type: "text/plain; charset=utf-8",
      });
    },
  );

  it("makes browsers revalidate the service worker, compressed or not, and caches icons for an hour", async () => {
    const responseTo = async (url: string, encoding: string) => {
      const { headers, body } = await app.inject({ url, headers: { "accept-encoding": encoding } });
      return [body, headers["cache-control"]];
    };
    for (const [encoding, name] of [
      ["identity", "service-worker.js"],
      ["br", "service-worker.js.br"],
      ["gzip", "service-worker.js.gz"],
    ] as const)
      expect(await responseTo("/service-worker.js", encoding)).toEqual([name, "no-cache"]);
    expect(await responseTo("/icon.svg", "identity")).toEqual(["icon.svg", "public, max-age=3600"]);
  });

  it("[PERF-3] lets the browser cache a manager's document for five minutes, and a customer's not at all", async () => {
    const cacheControlOf = async (url: string) => (await app.inject(url)).headers["cache-control"];
    expect(await cacheControlOf("/")).toBe("private, no-cache");
    expect(await cacheControlOf("/pages/index/index?deviceId=MC100001")).toBe("private, no-cache");
    expect(await cacheControlOf("/nowhere")).toBe("private, no-cache");
  });

  it("[LOG-1] responds with 429 to an address that exceeds its limit, and logs no error", async () => {
    const errors: string[] = [];
    const limited = fastify({
      logger: { level: "error", stream: { write: (line: string) => void errors.push(line) } },
    });
    await addRateLimits(limited, {
      callsPerMinuteAddress: 1,
      healthCallsPerMinuteAddress: 1,
      webhooksPerMinuteAddress: 1,
    });
    await limited.register(async (scope) => registerPagesRoutes(scope, pages));
    const answers = [];
    for (let call = 0; call < 6; call += 1) answers.push(await limited.inject("/pages/err/err"));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(Number(answers[5]?.headers["retry-after"])).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await limited.close();
  });

  it("compresses pages for clients that accept it", async () => {
    const { headers } = await app.inject({
      url: "/pages/err/err",
      headers: { "accept-encoding": "gzip, br" },
    });
    expect(headers["content-encoding"]).toBe("br");
  });

  it("escapes data that would end its block", () =>
    expect(jsonInMarkup("</script>")).toBe('"\\u003c/script>"'));
});
