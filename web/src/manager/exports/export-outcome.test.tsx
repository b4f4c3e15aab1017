import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { exports, shared } from "#locales/en_US/manager.ts";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { ExportLink } from "./export-outcome.tsx";

const texts = { shared, exports };

it("[DET-1] [DAY-1] shows when a link expires, in the account's time zone and in 24-hour format", () => {
  const html = renderToString(
    <LanguageProvider language="en_US" texts={texts} load={async () => texts}>
      <ExportLink
        url="https://reposo.example/file"
        expiresAt="2026-11-22T11:30:00.000Z"
        zone={{ kind: "account", name: "Asia/Tokyo" }}
        onDone={() => undefined}
      />
    </LanguageProvider>,
  );
  expect(html).toContain("Valid until 20:30.");
});
