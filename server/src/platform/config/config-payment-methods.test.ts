import { resolve } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

const methodsOf = (value: string) => readConfig({ PAYMENT_METHODS: value }).payments.methods;

it("[START-3] reads the wallets of each currency, with the address or the file of a logo where there is one", () => {
  expect(readConfig({}).payments.methods).toEqual({});
  expect(
    methodsOf("PHP: GCash, Maya https://example.com/maya.svg | MYR: TNG eWallet logos/tng.svg | IDR: QRIS"),
  ).toEqual({
    PHP: [
      { name: "GCash", logo: null },
      { name: "Maya", logo: { url: "https://example.com/maya.svg" } },
    ],
    MYR: [{ name: "TNG eWallet", logo: { file: resolve("logos/tng.svg") } }],
    IDR: [{ name: "QRIS", logo: null }],
  });
});

it.each([
  "GCash",
  "USD: Visa",
  "PHP: ",
  "PHP: a, , b",
  "PHP: Maya http://example.com/a.png",
  "PHP: a,b,c,d,e,f,g",
])("[START-3] refuses %s", (value) => {
  expect(() => methodsOf(value)).toThrow("setting PAYMENT_METHODS must be like");
});
