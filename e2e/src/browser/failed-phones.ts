import { afterEach } from "vitest";
import { type Phone, openPhones } from "./phone.ts";

const maxCharacters = 1_500;

/**
 * After a failed test, prints what its phones showed, because a CI machine has no screen. After every test, closes its
 * phones, so that their requests do not affect later tests.
 */
afterEach(async ({ task }) => {
  const phones = [...openPhones];
  if (task.result?.state === "fail")
    for (const phone of phones) console.error(`${task.name}: ${await describePhone(phone)}`);
  await Promise.allSettled(phones.map(({ close }) => close()));
});

async function describePhone({ page, consoleProblems }: Phone): Promise<string> {
  const shown = await page
    .evaluate(() => `${document.documentElement.lang}, ${document.readyState}\n${document.body.innerText}`)
    .catch((error: unknown) => `cannot be read: ${String(error)}`);
  return [`a phone at ${page.url()}, ${shown.slice(0, maxCharacters)}`, ...consoleProblems].join("\n");
}
