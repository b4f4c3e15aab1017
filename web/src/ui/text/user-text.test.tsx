import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { fill } from "#shared/i18n/i18n.tsx";
import { ChipBar } from "#ui/list/chip-bar.tsx";
import { Facts } from "#ui/list/facts.tsx";
import { Field } from "#ui/field/field.tsx";
import { Row } from "#ui/list/list.tsx";
import { SearchField } from "#ui/field/search-field.tsx";
import { TextArea } from "#ui/field/text-area.tsx";

/** An Arabic name, and a name with an unclosed right-to-left override. */
const arabic = "مركز الراحة";
const override = "Megamall \u202Egnp";
const nothing = () => undefined;

it.each([arabic, override])("[I18N-1] isolates the writing direction of a value and a title: %s", (text) => {
  expect(renderToStaticMarkup(<Facts facts={[{ name: "Outlet", value: text }]} />)).toContain(
    `<bdi>${text}</bdi>`,
  );
  expect(renderToStaticMarkup(<Row title={text} />)).toMatch(new RegExp(`dir="auto">${text}</span>`));
});

it.each([
  [arabic, `\u2068${arabic}\u2069`],
  [override, "Megamall gnp"],
])("[I18N-1] isolates a name within a sentence, a chip, and a fact: %s", (text, isolated) => {
  expect(fill("Without {name}", { name: text })).toBe(`Without ${isolated}`);
  expect(fill("{name}, {count}", { name: "Megamall", count: 3 })).toBe("Megamall, 3");
  const chip = { key: "outlet", label: text, removeLabel: fill("Remove {name}", { name: text }) };
  const markup = renderToStaticMarkup(<ChipBar label="Filters" chips={[{ ...chip, onRemove: nothing }]} />);
  expect(markup).toContain(`<bdi>${text}</bdi>`);
  expect(markup).toContain(`aria-label="Remove ${isolated}"`);
});

it("[I18N-1] shows a field in the writing direction of the typed text", () => {
  const typed = { label: "Text", value: arabic, onChange: nothing };
  for (const markup of [
    renderToStaticMarkup(<Field {...typed} />),
    renderToStaticMarkup(<SearchField {...typed} clearLabel="Clear" />),
    renderToStaticMarkup(
      <TextArea {...typed} placeholder="" count={5} maxCharacters={9} countLabel="5 of 9" tooLong="" />,
    ),
  ])
    expect(markup).toMatch(/<(input|textarea)[^>]* dir="auto"/);
});
