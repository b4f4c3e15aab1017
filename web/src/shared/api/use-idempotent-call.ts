import type { Endpoint, ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { useCallback, useRef, useState } from "react";
import { callApi } from "./api-client.ts";
import { type CallOptions, newIdempotencyKey } from "./api-exchange.ts";
import { refusalCode } from "./api-failure.ts";

/**
 * Calls an operation that writes. Retries of the same request use the same idempotency key until the call succeeds or
 * is refused, so that repeated taps take effect once. `pending` is true until `onReply` has processed the reply.
 */
export function useIdempotentCall<E extends Endpoint>(endpoint: E, { quiet = false }: CallOptions = {}) {
  const [pending, setPending] = useState(false);
  const unconfirmed = useRef<{ text: string; key: string } | null>(null);
  const call = useCallback(
    async (
      request: RequestOf<E>,
      onReply?: (reply: ReplyOf<E>) => void | Promise<void>,
    ): Promise<ReplyOf<E>> => {
      const text = JSON.stringify(request);
      if (unconfirmed.current?.text !== text) unconfirmed.current = { text, key: newIdempotencyKey() };
      setPending(true);
      try {
        const reply = await callApi(endpoint, request, { idempotencyKey: unconfirmed.current.key, quiet });
        unconfirmed.current = null;
        await onReply?.(reply);
        return reply;
      } catch (error) {
        // A retry after a refusal needs a new key, because the server would repeat the refusal for the same key.
        if (refusalCode(error) !== null) unconfirmed.current = null;
        throw error;
      } finally {
        setPending(false);
      }
    },
    [endpoint, quiet],
  );
  return { pending, call };
}
