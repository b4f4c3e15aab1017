import { createHash, randomUUID } from "node:crypto";
import { idempotentOutcomes, type ResultName } from "@reposo/contract/result-codes.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { createBatcher } from "#platform/postgres/batcher.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { toProductError } from "#platform/http/envelopes.ts";
import {
  type ReplyKey,
  findReply,
  purgeReplies,
  releaseKey,
  type ClaimedReply,
  type KeyClaim,
  claimKeys,
  updateReplies,
} from "./idempotency-store.ts";
import type { DeferredRows, UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export type SaveReply<R> = (uow: UnitOfWork, reply: R) => void;

export interface IdempotentCall extends ReplyKey {
  readonly request: unknown;
}

type Answer =
  | { readonly kind: "reply"; readonly data: unknown }
  | { readonly kind: "failure"; readonly resultName: ResultName; readonly data: unknown };

/**
 * Replies that are stored in the transaction of their effect. The transaction is rolled back if another server has
 * claimed the key because this server exceeded its lease.
 */
const responses: DeferredRows<ClaimedReply> = {
  stage: "responses",
  statement: updateReplies,
  onWritten(_uow, rows, written) {
    if (written.length < rows.length) throw new ProductError("notReady");
  },
};

const retentionMs = 24 * 60 * 60 * 1000;
/** Longer than a call normally takes: a holder that has stored no reply after this time is assumed to have crashed. */
const leaseMs = 30_000;
/** A duplicate request stops waiting before its client's timeout of 60 s. */
const maxWaitMs = 50_000;

export interface Idempotency {
  /**
   * Executes the effect, unless an earlier request with the same key has executed it. Returns the reply of that
   * execution, or throws its error.
   * @throws ProductError idempotencyKeyReused, if the key was used for a different request; notReady, if an earlier
   *   request does not finish in time
   */
  once<R>(call: IdempotentCall, effect: (saveReply: SaveReply<R>) => Promise<R>): Promise<R>;
  purgeExpired(): Promise<void>;
}

/**
 * Requests with the same token, operation, key, and body have one effect and one reply (G-4).
 *
 * A key is claimed before the effect, for the time of a lease. Duplicates in this process wait for the first request;
 * duplicates on other servers poll the row without holding a connection, so that they cannot exhaust the pool. After a
 * crash, the key can be claimed again when its lease ends.
 *
 * The use case calls `saveReply` in its own transaction, so that the effect and the reply are committed together. The
 * transaction is rolled back if another server has claimed the key after this server's lease. Operations that do not
 * call `saveReply` must be idempotent themselves.
 *
 * Transient failures (`idempotentOutcomes` in the contract) are not stored: the key is released.
 */
export function createIdempotency({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
}): Idempotency {
  const active = new Map<string, { requestHash: Buffer; answer: Promise<Answer> }>();

  const claim = createBatcher<KeyClaim, boolean>({
    async processBatch(claims) {
      const now = clock.now();
      const heldUntil = new Date(now.getTime() + leaseMs);
      const expiredBefore = new Date(now.getTime() - retentionMs);
      const claimed = await claimKeys(database, claims, { now, heldUntil, expiredBefore });
      return claims.map(({ holder }) => ({ value: claimed.has(holder) }));
    },
  });

  const execute = async <R>(
    key: ReplyKey,
    holder: string,
    effect: (saveReply: SaveReply<R>) => Promise<R>,
  ): Promise<Answer> => {
    let stored: Answer | null = null;
    const saveReply: SaveReply<R> = (uow, reply) => {
      const answer: Answer = { kind: "reply", data: reply };
      uow.defer(responses, [{ ...key, holder, answer }]);
      stored = answer;
    };
    let answer: Answer;
    try {
      const data = await effect(saveReply);
      answer = stored ?? { kind: "reply", data };
      failPoint("before-answer-saved");
    } catch (error) {
      // The stored reply was rolled back with its transaction.
      stored = null;
      const failure = toProductError(error);
      if (idempotentOutcomes[failure.resultName] === "transient") {
        // If the release fails, the lease expires by itself; the caller gets the original error.
        await releaseKey(database, key, holder).catch((cause: unknown) =>
          log.warn(
            { err: cause, operation: key.operation },
            "idempotency: a key was not released; retries with it wait until its lease ends",
          ),
        );
        throw error;
      }
      answer = { kind: "failure", resultName: failure.resultName, data: failure.data };
    }
    if (!stored) await updateReplies([{ ...key, holder, answer }]).execute(database);
    return answer;
  };

  const executeOrWait = async <R>(
    key: ReplyKey,
    requestHash: Buffer,
    effect: (saveReply: SaveReply<R>) => Promise<R>,
  ): Promise<Answer> => {
    const holder = randomUUID();
    const deadline = clock.now().getTime() + maxWaitMs;
    for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 1.5, 250)) {
      const now = clock.now();
      if (await claim({ ...key, requestHash, holder })) return execute(key, holder, effect);
      const row = await findReply(database, key);
      if (row && !row.request_hash.equals(requestHash)) throw new ProductError("idempotencyKeyReused");
      if (row?.answer) return row.answer as Answer;
      if (now.getTime() >= deadline) throw new ProductError("notReady");
      await clock.sleep(pauseMs);
    }
  };

  return {
    async once<R>(
      { request, ...key }: IdempotentCall,
      effect: (saveReply: SaveReply<R>) => Promise<R>,
    ): Promise<R> {
      const requestHash = createHash("sha256").update(canonical(request)).digest();
      const id = `${key.tokenHash.toString("base64")} ${key.operation} ${key.key}`;
      const duplicate = active.get(id);
      if (duplicate && !duplicate.requestHash.equals(requestHash))
        throw new ProductError("idempotencyKeyReused");
      const answer = duplicate?.answer ?? executeOrWait(key, requestHash, effect);
      if (!duplicate) {
        active.set(id, { requestHash, answer });
        // The same promise is awaited below, which handles its rejection.
        answer.catch(() => {}).finally(() => active.delete(id));
      }
      return replyOf(await answer) as R;
    },
    purgeExpired: () => purgeReplies(database, new Date(clock.now().getTime() - retentionMs)),
  };
}

function replyOf(answer: Answer): unknown {
  if (answer.kind === "reply") return answer.data;
  throw new ProductError(answer.resultName, { data: answer.data });
}

/** Requests are equal even if their fields are in a different order, or if only one of them is sent as a form. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      inner !== null && typeof inner === "object" && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ""
  );
}
