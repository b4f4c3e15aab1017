import type { Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { refusalCode } from "#shared/api/api-failure.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { showToast } from "#shared/toasts/toasts.ts";
import { newCollectionId } from "./collection-id.ts";
import { useCloseOwn } from "./use-close-own.ts";
import { refetchCash } from "#manager/cash/cash-queries.ts";

/**
 * Returns `send`, which creates a collection entry that corrects or voids another one, and refetches the cash queries.
 * It returns the entry; null if the call failed. A retry of the same request sends the same collection ID, so that the
 * server creates only one entry. A retry after a refusal sends a new ID.
 */
export function useNewEntry(onClose: () => void) {
  const { closeOwn, isOpen } = useCloseOwn(onClose);
  const { changeFailed } = useText("cash");
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const sent = useRef<{ request: string; collectionId: string } | null>(null);

  async function send<R>(
    fields: R,
    call: (request: R & { collectionId: string }) => Promise<Collection>,
  ): Promise<Collection | null> {
    const request = JSON.stringify(fields);
    if (sent.current?.request !== request) sent.current = { request, collectionId: newCollectionId() };
    setPending(true);
    setFailure(null);
    try {
      const entry = await call({ ...fields, collectionId: sent.current.collectionId });
      void refetchCash(client);
      return entry;
    } catch (error) {
      if (refusalCode(error) !== null) sent.current = null;
      if (isOpen()) setFailure(error);
      else showToast(changeFailed, "error");
      return null;
    } finally {
      setPending(false);
    }
  }
  return { pending, failure, clearFailure: () => setFailure(null), send, closeOwn, isOpen };
}
