import { useState } from "react";
import type { Language } from "@reposo/contract/languages.ts";
import type { ManagerMessages } from "#locales/en_US/manager.ts";
import { Badge } from "#ui/badge/badge.tsx";
import { ChipBar } from "#ui/chip-bar/chip-bar.tsx";
import { Choices } from "#ui/choice/choices.tsx";
import { Facts } from "#ui/facts/facts.tsx";
import { Row } from "#ui/list/list.tsx";
import { LongList } from "#ui/list/long-list.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { galleryAmounts } from "./gallery-texts.ts";

const rowsAPart = 20;
const parts = Array.from({ length: 500 }, (_, part) => ({
  items: Array.from({ length: rowsAPart }, (_row, row) => part * rowsAPart + row + 1),
}));
const total = parts.length * rowsAPart;
const heights: number[] = [];

/** What lists are made of, and what narrows them down; the last one is 10,000 rows long. */
export function ListParts({ texts, language }: { texts: ManagerMessages; language: Language }) {
  const [chosen, setChosen] = useState<string[]>(["inUse"]);
  const states = [texts.online, texts.offline, texts.inUse, texts.idle, texts.disabled];
  const [amount = ""] = galleryAmounts[language];
  const chips = chosen.map((key) => ({
    key,
    label: key,
    removeLabel: `${texts.clearFilters}: ${key}`,
    onRemove: () => setChosen(chosen.filter((other) => other !== key)),
  }));
  const choices = states.map((label) => ({ value: label, label }));
  return (
    <>
      <Section title="Choices, ChipBar">
        <Choices label={texts.useStatus} chosen={chosen} choices={choices} onChange={setChosen} />
        <Choices label={texts.allOutlets} chosen={[]} choices={[...choices]} onChange={setChosen} many />
        <ChipBar label={texts.filters} chips={chips} />
      </Section>
      <Section title="Facts">
        <Facts
          facts={[
            { name: texts.outlet, value: "SM Mall of Asia, Level 2, North Wing", href: "#" },
            { name: texts.total, value: amount },
            { name: texts.account, value: "demo.manager", code: "short" },
            { name: texts.version, value: "0199f0a0-0000-7000-8000-000000000000", code: "long" },
            { name: texts.phone, value: texts.empty },
          ]}
        />
      </Section>
      <Section title="LongList">
        <LongList
          label={texts.deviceList}
          parts={parts}
          total={total}
          heights={heights}
          scrollY={null}
          renderPart={drawPart}
        />
      </Section>
    </>
  );
}

function drawPart({ items }: { items: readonly number[] }, start: number, of: number) {
  return items.map((number, index) => (
    <Row
      key={number}
      href="#"
      place={{ at: start + index + 1, of }}
      title={`MC${100_000 + number}`}
      detail="SM Mall of Asia"
      meta={<Badge tone="good">{number}</Badge>}
    />
  ));
}
