import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CodeText, spelled } from "./code-text.tsx";

it("[START-3] shows a code in groups, and has screen readers spell each group", () => {
  expect(spelled("7KQ2-M9XD")).toBe("7 K Q 2, M 9 X D");
  const markup = renderToStaticMarkup(<CodeText code="7KQ2-M9XD" />);
  expect(markup).toContain('<span aria-hidden="true">7KQ2-M9XD</span>');
  expect(markup).toContain(">7 K Q 2, M 9 X D</span>");
});
