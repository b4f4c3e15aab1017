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
  type AnswerKey,
  findAnswer,
  forgetAnswers,
  releaseKey,
  type HeldAnswer,
  type KeyTaking,
  takeKeys,
  writeAnswers,
  writtenAnswers,
} from "./idempotency-store.ts";
import type { DeferredRows, UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export type Remember<R> = (uow: UnitOfWork, reply: R) => void;

export interface IdempotentCall extends AnswerKey {
  readonly request: unknown;
}

type Answer =
  | { readonly kind: "reply"; readonly data: unknown }
  | { readonly kind: "failure"; readonly resultName: ResultName; readonly data: unknown };

/** Rolls the transaction back on a server that was slow and whose key has passed to another server. */
const responses: DeferredRows<HeldAnswer> = {
  stage: "responses",
  statement: writtenAnswers,
  onWritten(_uow, rows, written) {
    if (written.length < rows.length) throw new ProductError("notReady");
  },
};

const keptMs = 24 * 60 * 60 * 1000;
/** Longer than any call lives; after it an unanswered key belongs to a server that died. */
const leaseMs = 30_000;
/** A twin gives up before its client's 60 s do. */
const longestWaitMs = 50_000;

export interface Idempotency {
  once<R>(call: IdempotentCall, effect: (remember: Remember<R>) => Promise<R>): Promise<R>;
  forgetOld(): Promise<void>;
}

/**
 * Same token, operation, key and body: one effect, one answer (guarantee 4).
 *
 * A row is taken before the effect, for a lease. Twins in this process wait for the first one's promise; twins on
 * other servers look at the row again and again and hold no connection meanwhile, so that many of them cannot
 * starve the pool. A row left unanswered by a crash passes on when its lease ends.
 *
 * What a crash between effect and answer would do is settled by `remember`: the use case calls it in its own
 * transaction, so the two are committed together. It is a fence as well: a server that was only slow, and whose key
 * has passed to another, finds it gone and its transaction is rolled back. Operations that do not call it must be
 * safe to repeat.
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
  const underWay = new Map<string, { requestHash: Buffer; answer: Promise<Answer> }>();

  const take = createBatcher<KeyTaking, boolean>({
    async processBatch(takings) {
      const now = clock.now();
      const heldUntil = new Date(now.getTime() + leaseMs);
      const forgottenBefore = new Date(now.getTime() - keptMs);
      const taken = await takeKeys(database, takings, { now, heldUntil, forgottenBefore });
      return takings.map(({ holder }) => ({ value: taken.has(holder) }));
    },
  });

  const lead = async <R>(
    key: AnswerKey,
    holder: string,
    effect: (remember: Remember<R>) => Promise<R>,
  ): Promise<Answer> => {
    let remembered: Answer | null = null;
    const remember: Remember<R> = (uow, reply) => {
      const answer: Answer = { kind: "reply", data: reply };
      uow.defer(responses, [{ ...key, holder, answer }]);
      remembered = answer;
    };
    let answer: Answer;
    try {
      const data = await effect(remember);
      answer = remembered ?? { kind: "reply", data };
      failPoint("before-answer-saved");
    } catch (error) {
      // What was remembered went with its transaction.
      remembered = null;
      const failure = toProductError(error);
      if (idempotentOutcomes[failure.resultName] === "transient") {
        // The lease ends by itself where this fails; the caller gets the call's own failure.
        await releaseKey(database, key, holder).catch((cause: unknown) =>
          log.warn(
            { err: cause, operation: key.operation },
            "idempotency: a key stays held until its lease ends",
          ),
        );
        throw error;
      }
      answer = { kind: "failure", resultName: failure.resultName, data: failure.data };
    }
    if (!remembered) await writeAnswers(database, [{ ...key, holder, answer }]);
    return answer;
  };

  const leadOrWait = async <R>(
    key: AnswerKey,
    requestHash: Buffer,
    effect: (remember: Remember<R>) => Promise<R>,
  ): Promise<Answer> => {
    const holder = randomUUID();
    const givesUpAt = clock.now().getTime() + longestWaitMs;
    for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 1.5, 250)) {
      const now = clock.now();
      if (await take({ ...key, requestHash, holder })) return lead(key, holder, effect);
      const row = await findAnswer(database, key);
      if (row && !row.request_hash.equals(requestHash)) throw new ProductError("idempotencyKeyReused");
      if (row?.answer) return row.answer as Answer;
      if (now.getTime() >= givesUpAt) throw new ProductError("notReady");
      await clock.sleep(pauseMs);
    }
  };

  return {
    async once<R>(
      { request, ...key }: IdempotentCall,
      effect: (remember: Remember<R>) => Promise<R>,
    ): Promise<R> {
      const requestHash = createHash("sha256").update(canonical(request)).digest();
      const id = `${key.tokenHash.toString("base64")} ${key.operation} ${key.key}`;
      const twin = underWay.get(id);
      if (twin && !twin.requestHash.equals(requestHash)) throw new ProductError("idempotencyKeyReused");
      const answer = twin?.answer ?? leadOrWait(key, requestHash, effect);
      if (!twin) {
        underWay.set(id, { requestHash, answer });
        // The rejection is the caller's, who awaits the same promise below.
        answer.catch(() => {}).finally(() => underWay.delete(id));
      }
      return replyOf(await answer) as R;
    },
    forgetOld: () => forgetAnswers(database, new Date(clock.now().getTime() - keptMs)),
  };
}

function replyOf(answer: Answer): unknown {
  if (answer.kind === "reply") return answer.data;
  throw new ProductError(answer.resultName, { data: answer.data });
}

/** The same fields in another order, or as a form instead of JSON, are the same request. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      inner !== null && typeof inner === "object" && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ""
  );
}
