import type { OrderFollowed } from "./order-phase.ts";

type Payment = NonNullable<OrderFollowed["payment"]>;

/** For a payment page that is missing for an unknown reason, such as a server that was killed before it was opened. */
const defaultDelayMs = 10_000;
const shortestDelayMs = 1_000;

const isMissing = ({ redirectUrl, qrText }: Payment): boolean =>
  redirectUrl === undefined && qrText === undefined;

/**
 * The server retries to open a payment page when the order is fetched, and publishes no event before. Milliseconds
 * until the next attempt is due, of the order or an extension, counted from when the server answered; null where no
 * page is missing.
 */
export function paymentPageDelay({ serverTime, payment, extensions }: OrderFollowed): number | null {
  const delays = [payment, ...extensions.map((extension) => extension.payment)]
    .filter((one): one is Payment => one !== null && isMissing(one))
    .map(({ pageRetryAt }) =>
      pageRetryAt === undefined ? defaultDelayMs : Date.parse(pageRetryAt) - Date.parse(serverTime),
    );
  return delays.length === 0 ? null : Math.max(shortestDelayMs, Math.min(...delays));
}
