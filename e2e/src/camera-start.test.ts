import { rm } from "node:fs/promises";
import path from "node:path";
import { makeTestFolder } from "@reposo/server/test/test-folder.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { filmOfCode } from "#browser/camera-film.ts";
import { openBrowserWithCamera, openPhone, remembers } from "#browser/phone.ts";
import { chairAddress, secondsShown, startWithCoupon, stopEarly, visit } from "#browser/steps.ts";
import { type Network, openNetwork, until } from "#stage/network.ts";

const server = inject("server");
let folder: string;
let network: Network;
let outletId: string;
let browser: Browser | undefined;

beforeAll(async () => {
  folder = await makeTestFolder("camera");
  network = await openNetwork(server);
  outletId = await network.addOutlet();
});

afterAll(async () => {
  await browser?.close();
  await network.close();
  await rm(folder, { recursive: true, force: true });
});

it("[QS-1] [START-1] [START-3] [START-5] [CNT-1] [CNT-2] leads from a camera's picture of the code to a massage and its end", async () => {
  const chair = await network.addChair(outletId);
  const coupon = await network.addCoupon();
  const film = await filmOfCode(server.url + chairAddress(chair.deviceId), path.join(folder, "label.y4m"));
  browser = await openBrowserWithCamera(film);
  const { page, complaints } = await openPhone(browser, { origin: server.url });

  await visit(page, "/");
  await page.getByRole("link", { name: "Start a chair" }).click();
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await page.getByText("Choose your massage").waitFor();
  expect(new URL(page.url()).pathname).toBe("/pages/index/index");
  expect(await page.getByRole("main").innerText()).toContain(chair.deviceId);
  expect(await page.getByRole("main").innerText()).toContain("SM Megamall");
  expect(await remembers(page, "deviceId")).toBe(chair.deviceId);
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

  // The truth is in the database: the end that the server has set for this order.
  const { ends_at: endsAt } = await network.database
    .selectFrom("orders")
    .select("ends_at")
    .where("device_id", "=", chair.deviceId)
    .executeTakeFirstOrThrow();
  // A second that has begun counts whole.
  const trulyLeft = () => Math.ceil(((endsAt?.getTime() ?? 0) - Date.now()) / 1000);
  const showsTheTruth = async () => {
    // However long the reading takes, what it read was shown in between.
    const before = trulyLeft();
    const shown = await secondsShown(page);
    expect(shown).toBeLessThanOrEqual(before + 1);
    expect(shown).toBeGreaterThanOrEqual(trulyLeft() - 1);
  };
  await showsTheTruth();
  await page.reload();
  await page.getByRole("timer").waitFor();
  await showsTheTruth();

  // Whoever opens the chair again meanwhile is led to the massage that runs.
  await visit(page, chairAddress(chair.deviceId));
  await page.getByRole("timer").waitFor();

  await stopEarly(page);
  await page.getByText("Thank you").waitFor();
  await until(() => chair.state().running === null, "the chair to stop");
  await page.getByRole("link", { name: "Something wrong? Tell us" }).click();
  await page.getByRole("heading", { name: "Feedback" }).waitFor();
  expect(complaints).toEqual([]);
});
