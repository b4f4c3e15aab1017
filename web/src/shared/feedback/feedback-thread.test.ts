import { expect, it } from "vitest";
import { fileKey, refundText } from "./feedback-thread.tsx";

it.each([
  ["requested", null, "refundRequested"],
  ["refused", null, "refundRefused"],
  ["approved", "requested", "refundPending"],
  ["approved", "onItsWay", "refundPending"],
  ["approved", "needsAttention", "refundStuck"],
  ["approved", "returned", "refunded"],
] as const)(
  "[FB-1] [G-3] shows a refund request in the state %s, with the refund state %s, as %s",
  (state, refundState, text) => {
    expect(refundText({ state, refundState })).toBe(text);
  },
);

it("[FB-2] recognizes a file by its link although the server has signed the link again", () => {
  const link = "/media/feedback/7/1.mp4";
  expect(fileKey(`${link}?expires=1&signature=a`)).toBe(fileKey(`${link}?expires=2&signature=b`));
  expect(fileKey(link)).not.toBe(fileKey("/media/feedback/7/2.mp4"));
});
