import { rm } from "node:fs/promises";
import path from "node:path";
import type { VirtualChair } from "@reposo/chair/chair-interface.ts";
import { makeTestFolder } from "@reposo/server/test/test-folder.ts";
import sharp from "sharp";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { videoOfCode } from "#browser/camera-video.ts";
import { openBrowserWithCamera, openPhone, storedValue } from "#browser/phone.ts";
import { chairAddress, delayReply, secondsShown, startWithCoupon, stopEarly, visit } from "#browser/steps.ts";
import { type Network, openNetwork, until } from "#stage/network.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

const server = inject("server");
let folder: string;
let network: Network;
let chair: VirtualChair;
let browser: Browser;

beforeAll(async () => {
  folder = await makeTestFolder("camera");
  network = await openNetwork(server);
  chair = await network.addChair(await network.addOutlet());
  const video = await videoOfCode(server.url + chairAddress(chair.deviceId), path.join(folder, "label.y4m"));
  browser = await openBrowserWithCamera(video);
});

// A test that fails may leave the chair running.
afterEach(() => chair.pressStop());

afterAll(async () => {
  await browser.close();
  await network.close();
  await rm(folder, { recursive: true, force: true });
});

it("[QS-1] [START-1] [START-3] [START-5] [CNT-1] [CNT-2] leads from a camera picture of the code to a massage and its end", async () => {
  const coupon = await network.addCoupon();
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });

  await visit(page, "/");
  await page.getByRole("link", { name: "Start a chair" }).click();
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await page.getByText("Choose your massage").waitFor();
  expect(new URL(page.url()).pathname).toBe("/pages/index/index");
  expect(await page.getByRole("main").innerText()).toContain(chair.deviceId);
  expect(await page.getByRole("main").innerText()).toContain("SM Megamall");
  expect(await storedValue(page, "deviceId")).toBe(chair.deviceId);
  expect(chair.state().running).toBeNull();

  await page.getByRole("radio", { name: /10 min/ }).check();
  await startWithCoupon(page, coupon);
  await page.getByRole("timer").waitFor();
  const running = chair.state().running;
  expect(running).toMatchObject({ gear: 2, totalSeconds: 600 });
  expect(new URL(page.url()).searchParams.get("orderId")).toBe(
    running && "orderId" in running ? running.orderId : "",
  );
  await page.getByText("Total duration 10:00").waitFor();

  // The expected end of the massage, as the server has stored it.
  const { ends_at: endsAt } = await sql<{ ends_at: Date | null }>`
    SELECT ends_at FROM orders
    WHERE device_id = ${chair.deviceId}`.firstRow(network.database);
  // The countdown rounds up to whole seconds.
  const secondsLeft = () => Math.ceil(((endsAt?.getTime() ?? 0) - Date.now()) / 1000);
  const expectTimerInSync = async () => {
    // Reading the countdown takes time: the value shown must lie between the values before and after.
    const before = secondsLeft();
    const shown = await secondsShown(page);
    expect(shown).toBeLessThanOrEqual(before + 1);
    expect(shown).toBeGreaterThanOrEqual(secondsLeft() - 1);
  };
  await expectTimerInSync();
  await page.reload();
  await page.getByRole("timer").waitFor();
  await expectTimerInSync();

  // While the massage runs, the chair's page leads to its countdown.
  await visit(page, chairAddress(chair.deviceId));
  await page.getByRole("timer").waitFor();

  await stopEarly(page);
  await page.getByText("Thank you").waitFor();
  await until(() => chair.state().running === null, "the chair to stop");
  await page.getByRole("link", { name: "Something wrong? Send feedback" }).click();
  await page.getByRole("heading", { name: "Feedback" }).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

/** Opens quick start by an address without a chair, which issues a token to a new customer. */
async function openQuickStart(page: Page): Promise<void> {
  await visit(page, "/pages/index/index");
  await page.waitForURL((url) => url.pathname === "/pages/quickStart/quickStart");
  await page.getByLabel("Device ID").waitFor();
}

const scan = (page: Page) => page.getByRole("button", { name: "Scan with the camera" });
const stop = (page: Page) => page.getByRole("button", { name: "Stop the camera" });
const starting = (page: Page) => page.getByText("Starting the camera");
const aiming = (page: Page) => page.getByText("Place the code inside the frame");

/** Returns the states of the camera's tracks, also after the page has closed the camera. */
const tracks = (page: Page): Promise<string[]> =>
  page.getByLabel("Camera picture").evaluate((video: HTMLVideoElement) => {
    const stream = video.srcObject as MediaStream | null;
    return stream?.getTracks().map(({ readyState }) => readyState) ?? [];
  });

describe("a camera that is closed while it opens", () => {
  it.each([
    ["closed by the customer", (page: Page) => stop(page).click()],
    ["closed with its hidden page", hide],
    ["ended by the browser", endTracks],
  ])("[QS-1] stays closed when the decoder has loaded: %s", async (_, closeCamera) => {
    const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
    await openQuickStart(page);
    const reader = "**/*.wasm";
    const releaseReader = await delayReply(page, reader);
    // The page requests the decoder when the camera's picture is visible, so from here on it waits only for the decoder.
    await Promise.all([page.waitForRequest(reader), scan(page).click()]);
    await starting(page).waitFor();
    expect(await tracks(page)).toEqual(["live"]);
    await closeCamera(page);
    await scan(page).waitFor();
    expect(await tracks(page)).toEqual(["ended"]);

    // A photo uses the same decoder after the camera, so when the photo is decoded, the camera's request has been
    // processed.
    const photo = sharp({ create: { width: 40, height: 40, channels: 3, background: "#fff" } });
    const picked = { name: "photo.png", mimeType: "image/png", buffer: await photo.png().toBuffer() };
    await page.locator("input[type=file]").setInputFiles(picked);
    await page.getByRole("button", { name: "Reading the photo" }).waitFor();
    await releaseReader();
    await page.getByRole("button", { name: "Use a photo of the code" }).waitFor();
    expect(await aiming(page).count()).toBe(0);
    expect(await stop(page).count()).toBe(0);

    await scan(page).click();
    await page.getByText("Choose your massage").waitFor();
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[QS-1] is released if the browser opens it after the page has closed it", async () => {
    const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
    await openQuickStart(page);
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      const allowed = new Promise((resolve) => window.addEventListener("camera-allowed", resolve));
      mediaDevices.getUserMedia = async (wanted) => {
        const stream = await open(wanted);
        const states = () => stream.getTracks().map(({ readyState }) => readyState);
        Object.assign(window, { cameraTracks: states });
        await allowed;
        return stream;
      };
    });
    const handedOver = () =>
      page.evaluate(() => (window as { cameraTracks?: () => string[] }).cameraTracks?.() ?? []);
    await scan(page).click();
    await starting(page).waitFor();
    await expect.poll(handedOver).toEqual(["live"]);
    await stop(page).click();
    await scan(page).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event("camera-allowed")));
    await expect.poll(handedOver).toEqual(["ended"]);
    expect(await scan(page).count()).toBe(1);
    expect(await aiming(page).count()).toBe(0);
    await scan(page).click();
    await page.getByText("Choose your massage").waitFor();
    expect(consoleProblems).toEqual([]);
    await close();
  });
});

/** Simulates that the user withdraws the permission, unplugs the camera, or another app takes it. */
async function endTracks(page: Page): Promise<void> {
  await page.getByLabel("Camera picture").evaluate((video: HTMLVideoElement) => {
    for (const track of (video.srcObject as MediaStream).getTracks()) track.dispatchEvent(new Event("ended"));
  });
  await page.getByText("Another app is using the camera").waitFor();
}

/** Simulates that another app comes to the front, because a headless browser never hides a page. */
function hide(page: Page): Promise<void> {
  return page.evaluate(() => {
    const show = (state: DocumentVisibilityState): void => {
      Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
      document.dispatchEvent(new Event("visibilitychange"));
    };
    show("hidden");
    show("visible");
  });
}
