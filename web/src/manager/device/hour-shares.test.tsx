import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { device } from "#locales/en_US/device.ts";
import { manager } from "#locales/en_US/manager.ts";
import { shared } from "#locales/en_US/shared.ts";
import { stubBrowser } from "#shared/app/stub-browser.ts";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import HourShares from "./hour-shares.tsx";

const texts = { shared, manager, device };

beforeEach(() => stubBrowser("/pages/device/device"));
afterEach(() => vi.unstubAllGlobals());

it("[CHAIR-1] draws a mark for closed hours, and nothing for hours that contain only time before the installation", () => {
  const shares = Array.from({ length: 168 }, (_, hour) => (hour < 100 ? null : hour === 100 ? 50 : 0));
  const html = renderToString(
    <LanguageProvider language="en_US" texts={texts} load={async () => texts}>
      <HourShares shares={shares} closed={[0, 1]} />
    </LanguageProvider>,
  );
  expect(html.match(/fill-opacity=/g)).toHaveLength(68);
  expect(html.match(/height="1"/g)).toHaveLength(2);
});
