import { ProductError } from "#platform/http/product-error.ts";

/** The refusal of a chair that cannot be started; a manager's reason, where there is one, is part of the message. */
export const deviceUnavailable = ({
  outOfServiceReason: reason,
}: {
  readonly outOfServiceReason: string | null;
}): ProductError =>
  reason === null
    ? new ProductError("deviceUnavailable")
    : new ProductError("deviceOutOfService", { data: { reason } });
