import { activate } from "@reposo/contract/orders/orders.ts";
import { priceGroup } from "@reposo/contract/devices/devices.ts";
import { guestLogin } from "@reposo/contract/sessions/login.ts";
import type { Clock } from "#platform/time/clock.ts";
import {
  demoOutlets,
  faultyChair,
  offlineChair,
  refusingChair,
  servicedChair,
  unpricedChair,
} from "./demo-network.ts";

interface Offer {
  priceId: string;
  minutes: number;
}

const sellable = demoOutlets
  .flatMap((outlet) => outlet.deviceIds)
  .filter(
    (deviceId) =>
      ![offlineChair, faultyChair, refusingChair, servicedChair, unpricedChair].includes(deviceId),
  );

/** Simulates, over HTTP, customers who scan a chair's code; most of them pay and use the chair. */
export function simulateCustomers(dependencies: {
  url: string;
  clock: Clock;
  print: (line: string) => void;
}): {
  stop(): void;
} {
  const { url, clock, print } = dependencies;
  const stopped = new AbortController();

  async function call<T>(
    endpoint: { path: string },
    fields: Record<string, string>,
    token = "",
  ): Promise<T | null> {
    const response = await fetch(`${url}/api${endpoint.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "access-token": token },
      body: JSON.stringify(fields),
      signal: stopped.signal,
    });
    const { code, data } = (await response.json()) as { code: number; data: T };
    // An error usually means that the chair is in use or offline, so this customer leaves.
    return code === 200 ? data : null;
  }

  async function visit(deviceId: string): Promise<void> {
    const guest = await call<{ token: string }>(guestLogin, { deviceId });
    if (!guest) return;
    const list = await call<string>(priceGroup, { deviceId }, guest.token);
    const offers = list === null ? [] : (JSON.parse(list) as Offer[]);
    // The list begins with the cheapest offers.
    const offer = offers[Math.floor(Math.random() * Math.min(2, offers.length))];
    if (!offer) return;
    const order = await call<{ payment: { redirectUrl?: string } | null }>(
      activate,
      { deviceId, priceId: offer.priceId, payType: "online", provider: "simulated" },
      guest.token,
    );
    const page = order?.payment?.redirectUrl;
    if (!page) return;
    await clock.sleep(2_000 + Math.random() * 8_000, stopped.signal);
    const random = Math.random();
    if (random < 0.08 || stopped.signal.aborted) return;
    // The page has the public address of the server, which this machine may not reach.
    await fetch(new URL(new URL(page).pathname, url), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ action: random < 0.12 ? "refuse" : "pay" }),
      redirect: "manual",
      signal: stopped.signal,
    });
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      const deviceId = sellable[Math.floor(Math.random() * sellable.length)] as string;
      void visit(deviceId).catch((error: unknown) => {
        if (!stopped.signal.aborted) print(`A simulated customer failed: ${String(error)}`);
      });
      await clock.sleep(2_000 + Math.random() * 6_000, stopped.signal);
    }
  }
  void run();
  return { stop: () => stopped.abort() };
}
