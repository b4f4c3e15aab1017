import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Envelope, ReplyOf } from "@reposo/contract/endpoint.ts";
import { feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { formOf, keyIn, multipart, photo } from "#test/clients/upload-client.ts";
import { type CampaignWorld, callUntilAnswered } from "./campaign-world.ts";

type Policy = ReplyOf<typeof getPolicy>;

let picture: Promise<Buffer> | null = null;

/**
 * Sends feedback with a picture; retries an interrupted upload with a new policy. Once the order's money is returned, which
 * may happen at any moment, the feedback is sent without the picture.
 */
export async function sendFeedback(world: CampaignWorld, token: string, orderId: string): Promise<void> {
  picture ??= photo(64, 48);
  const key = await upload(world, token, await picture);
  const send = (media: string[]) =>
    callUntilAnswered(
      world,
      feedbackInsert,
      { orderId, problem: "It stopped too early.", media },
      { "access-token": token, "idempotency-key": randomUUID() },
    );
  let answer = await send(key === null ? [] : [key]);
  if (answer.code === resultCodes.mediaNeedsPaidOrder) answer = await send([]);
  if (answer.code !== 200) world.unexpected.push(`feedback is refused by ${answer.code}: ${answer.message}`);
}

/** Returns the key of the uploaded picture; null if the sender has no paid order any more. */
async function upload(world: CampaignWorld, token: string, bytes: Buffer): Promise<string | null> {
  for (;;) {
    const origin = await world.url();
    try {
      const response = await fetch(`${origin}/api${getPolicy.path}`, { headers: { "access-token": token } });
      const { code, data: policy } = (await response.json()) as Envelope<Policy>;
      if (code === resultCodes.mediaNeedsPaidOrder) return null;
      const { payload, headers } = multipart(formOf(policy), { bytes });
      const stored = await fetch(`${origin}${new URL(policy.host).pathname}`, {
        method: "POST",
        body: new Uint8Array(payload),
        headers,
      });
      await stored.body?.cancel();
      if (stored.status === 200) return keyIn(policy);
      if (stored.status < 500) throw new Error(`the store answers ${stored.status}`);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    }
    await delay(50);
  }
}
