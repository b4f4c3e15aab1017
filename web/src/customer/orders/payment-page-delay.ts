import type { OrderFollowed } from "./order-phase.ts";

type Payment = NonNullable<OrderFollowed["payment"]>;

/** Delay if the server sends no `pageRetryAt`, because the first attempt to open the payment page has not ended. */
const defaultDelayMs = 10_000;
const minDelayMs = 1_000;

const isMissing = ({ redirectUrl, qrText }: Payment): boolean =>
  redirectUrl === undefined && qrText === undefined;

/**
 * Returns the milliseconds after which to refetch the order because a payment page is missing; null if none is missing.
 * The server tries again to open a page at `pageRetryAt`.
 */
export function paymentPageDelay({ serverTime, payment, extensions }: OrderFollowed): number | null {
  const delays = [payment, ...extensions.map((extension) => extension.payment)]
    .filter((one): one is Payment => one !== null && isMissing(one))
    .map(({ pageRetryAt }) =>
      pageRetryAt === undefined ? defaultDelayMs : Date.parse(pageRetryAt) - Date.parse(serverTime),
    );
  return delays.length === 0 ? null : Math.max(minDelayMs, Math.min(...delays));
}
