import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
import type { OperationName } from "@reposo/contract/operations.ts";
import { useCallback, useRef, useState } from "react";
import { callApi } from "./api-client.ts";
import { type CallOptions, newIdempotencyKey } from "./api-exchange.ts";
import { refusalCode } from "./api-failure.ts";

/**
 * Calls an operation that writes. Retries of the same request use the same idempotency key until the call succeeds or
 * is refused, so that repeated taps take effect once. `pending` is true until `onReply` has processed the reply.
 */
export function useIdempotentCall<N extends OperationName>(name: N, { quiet = false }: CallOptions = {}) {
  const [pending, setPending] = useState(false);
  const unconfirmed = useRef<{ text: string; key: string } | null>(null);
  const call = useCallback(
    async (
      request: RequestOf<Endpoints[N]>,
      onReply?: (reply: ReplyOf<Endpoints[N]>) => void | Promise<void>,
    ): Promise<ReplyOf<Endpoints[N]>> => {
      const text = JSON.stringify(request);
      if (unconfirmed.current?.text !== text) unconfirmed.current = { text, key: newIdempotencyKey() };
      setPending(true);
      try {
        const reply = await callApi(name, request, { idempotencyKey: unconfirmed.current.key, quiet });
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
    [name, quiet],
  );
  return { pending, call };
}
