import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TextArea } from "./text-area.tsx";

const render = (count: number, error?: string) =>
  renderToStaticMarkup(
    <TextArea
      label="Reason"
      value=""
      onChange={() => undefined}
      count={count}
      maxCharacters={140}
      countLabel=""
      tooLong="At most 140 characters"
      error={error}
    />,
  );

it("[FB-1] explains that a text is too long, in place of any other error", () => {
  expect(render(140)).not.toContain("At most 140 characters");
  expect(render(140)).not.toContain("aria-invalid");
  for (const markup of [render(141), render(141, "Please enter a reason")]) {
    expect(markup).toContain('role="alert">At most 140 characters</p>');
    expect(markup).toContain('aria-invalid="true"');
    expect(markup).not.toContain("Please enter a reason");
  }
});
