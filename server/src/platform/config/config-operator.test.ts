import { resolve } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

it("[HELP-1] reads the operator's name, logo, colour, and contact", () => {
  expect(readConfig({}).operator).toEqual({
    name: null,
    logo: null,
    colour: null,
    contact: null,
    receiptLines: [],
  });
  const env = {
    OPERATOR_NAME: "Pahinga",
    OPERATOR_LOGO: "brand/logo.svg",
    OPERATOR_COLOR: "#1F5F8B",
    OPERATOR_RECEIPT: "VAT Reg. TIN 000-123-456-000 | 1 Ayala Ave, Makati |",
    OPERATOR_PHONE: "+63 917 555 0100",
    OPERATOR_MESSENGER: "https://m.me/pahinga",
    OPERATOR_HOURS: "09:00-22:00",
  };
  expect(readConfig(env).operator).toEqual({
    name: "Pahinga",
    logo: { file: resolve("brand/logo.svg") },
    colour: "#1F5F8B",
    receiptLines: ["VAT Reg. TIN 000-123-456-000", "1 Ayala Ave, Makati"],
    contact: {
      name: null,
      phone: "+63 917 555 0100",
      messengerUrl: "https://m.me/pahinga",
      hours: "09:00-22:00",
    },
  });
  expect(readConfig({ OPERATOR_LOGO: "https://example.com/a.png" }).operator.logo).toEqual({
    url: "https://example.com/a.png",
  });
});

it.each([
  { OPERATOR_NAME: "n".repeat(101) },
  { OPERATOR_LOGO: "http://example.com/a.png" },
  { OPERATOR_LOGO: "https://user:secret@example.com/a.png" },
  { OPERATOR_COLOR: "teal" },
  { OPERATOR_PHONE: "call us" },
  { OPERATOR_PHONE: "()()()" },
  { OPERATOR_MESSENGER: "javascript://alert" },
  { OPERATOR_HOURS: "09:00-22:00" },
  { OPERATOR_RECEIPT: "1|2|3|4|5|6|7" },
  { OPERATOR_RECEIPT: "t".repeat(101) },
])("[HELP-1] refuses %o", (env) => {
  expect(() => readConfig(env)).toThrow(`setting ${Object.keys(env)[0]} `);
});
