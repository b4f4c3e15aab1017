import { afterEach, expect, it, vi } from "vitest";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { stubBrowser } from "#test/stub-browser.ts";
import { storedUserAfter } from "./offline-user.ts";

afterEach(() => vi.unstubAllGlobals());

it.each(["{", "null", "1", '"text"', "[]", "{}"])(
  "[NET-3] [CASH-4] reports the failed connection if the stored account is invalid: %s",
  (invalid) => {
    const { stored } = stubBrowser("/pages/cash/cash");
    stored.set("reposo.token", "manager-1");
    stored.set("reposo.kind", "manager");
    stored.set("reposo.offlineUser", invalid);
    const failure = new ApiFailure("network", "");
    expect(() => storedUserAfter(failure)).toThrow(failure);
  },
);
