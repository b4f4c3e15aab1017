import type { Language } from "@reposo/contract/text/languages.ts";
import type { Browser } from "playwright-core";
import type { ServerUnderTest } from "#stage/server-under-test.ts";
import { signIn } from "#stage/sign-in.ts";
import { openPhone, type Phone, type PhoneOptions, storedValue } from "./phone.ts";
import type { ScreenState } from "./screen-state.ts";
import type { ScreenStates } from "./screen-states.ts";
import { visit } from "./steps.ts";

/** Opens a phone for a role and logs in if the role requires it. */
export async function openVisitor(
  browser: Browser,
  {
    server,
    screens,
    role,
    language,
    dark,
    size,
  }: {
    server: ServerUnderTest;
    screens: ScreenStates;
    role: ScreenState["role"];
    language: Language;
    dark: boolean;
    size?: PhoneOptions["size"];
  },
): Promise<Phone> {
  const session = role === "anonymous" ? undefined : await openSession();
  return openPhone(browser, {
    origin: server.url,
    language,
    dark,
    ...(size && { size }),
    ...(session && { session }),
  });

  async function openSession(): Promise<NonNullable<PhoneOptions["session"]>> {
    if (role !== "customer") return signIn(server, role === "manager" ? screens.manager : screens.viewer);
    const { page, close } = await openPhone(browser, { origin: server.url });
    await visit(page, "/pages/index/index");
    await page.getByLabel("Device ID").waitFor();
    const token = (await storedValue(page, "token")) ?? "";
    await close();
    return { token, kind: "customer" };
  }
}
