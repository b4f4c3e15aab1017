import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { device, shared } from "#locales/en_US/manager.ts";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { VolumeSheet } from "./volume-sheet.tsx";

const texts = { shared, device };

it("[CHAIR-3] shows the exact volume of a chair, which the browser would round to a step of the slider", () => {
  const markup = renderToStaticMarkup(
    <LanguageProvider language="en_US" texts={texts} load={async () => texts}>
      <VolumeSheet
        volume={33}
        pending={false}
        failure={null}
        onConfirm={async () => undefined}
        onClose={() => undefined}
      />
    </LanguageProvider>,
  );
  const slider = /<input[^>]*>/.exec(markup)?.[0];
  expect(slider).toContain('min="0"');
  expect(slider).toContain('step="1"');
  expect(slider).toContain('value="33"');
});
