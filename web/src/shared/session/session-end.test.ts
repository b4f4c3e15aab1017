import { tokenExpiredPhrases } from "@reposo/contract/text/languages.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { expect, it } from "vitest";
import { endMessage } from "./session-end.ts";

it("[LOGIN-4] replaces a message that contains the token-expired phrase of any language, and no other message", () => {
  for (const phrase of Object.values(tokenExpiredPhrases)) {
    expect(endMessage(resultCodes.tokenMissing, `… ${phrase} …`, "elsewhere")).toBe("elsewhere");
  }
  expect(endMessage(resultCodes.tokenExpired, "anything", "elsewhere")).toBe("elsewhere");
  expect(endMessage(resultCodes.accountDisabled, "account disabled", "elsewhere")).toBe("account disabled");
});
