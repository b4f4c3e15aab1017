import { languages, tokenExpiredPhrases } from "@reposo/contract/text/languages.ts";
import { type ResultName, resultCodes } from "@reposo/contract/result-codes.ts";
import { describe, expect, it } from "vitest";
import { messageOf } from "#platform/messages/message-catalogue.ts";

const names = Object.keys(resultCodes) as ResultName[];
const placesOf = (text: string) => text.match(/\{\w+\}/g) ?? [];
// Values that equal the placeholders' names, so that the placeholders stay visible.
const keepPlaces = { name: "{name}", retryAfterSeconds: "{retryAfterSeconds}" };

describe("server messages", () => {
  it("[I18N-1] exist for every code in four languages, with the same placeholders", () => {
    for (const name of names) {
      const english = messageOf(name, "en_US", keepPlaces);
      for (const language of languages) {
        const text = messageOf(name, language, keepPlaces);
        expect(text.trim(), `${name} in ${language}`).not.toBe("");
        expect(placesOf(text)).toEqual(placesOf(english));
        if (language !== "en_US") expect(text, `${name} in ${language}`).not.toBe(english);
      }
    }
  });

  it("[I18N-1] end with a full stop if they consist of several sentences", () => {
    const texts = languages.flatMap((language) => names.map((name) => messageOf(name, language, keepPlaces)));
    expect(texts.filter((text) => /[.!?] \S|[。！？]./.test(text) && !/[.。]$/.test(text))).toEqual([]);
  });

  it("[LOGIN-4] contain the token-expired phrase only in the message of 20109", () => {
    for (const language of languages) {
      const carriers = names.filter((name) =>
        messageOf(name, language).includes(tokenExpiredPhrases[language]),
      );
      expect(carriers).toEqual(["tokenExpired"]);
    }
  });

  it("[START-4] are the same for a chair in use and an unavailable chair", () => {
    for (const language of languages) {
      expect(messageOf("deviceInUse", language)).toBe(messageOf("deviceUnavailable", language));
    }
  });

  it("insert a value unchanged, even if it contains placeholders", () => {
    expect(messageOf("deviceOfOtherOutlet", "en_US", { name: "$& {minutes}", minutes: 7 })).toBe(
      "Account $& {minutes} cannot scan the device at this branch",
    );
  });
});
