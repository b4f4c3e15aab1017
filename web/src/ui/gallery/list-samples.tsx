import { useState } from "react";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { Texts } from "#locales/texts.ts";
import { Badge } from "#ui/badge/badge.tsx";
import { Button } from "#ui/button/button.tsx";
import { ChipBar } from "#ui/chip-bar/chip-bar.tsx";
import { Choices } from "#ui/choice/choices.tsx";
import { Facts } from "#ui/facts/facts.tsx";
import { List, Row, RowSkeletons } from "#ui/list/list.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { galleryAmounts } from "./gallery-texts.ts";

const total = 40;

export function ListSamples({ texts, language }: { texts: Texts["manager"]; language: Language }) {
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
            { name: texts.incomeToday, value: amount },
            { name: texts.account, value: "demo.manager", code: "short" },
            { name: texts.version, value: "0199f0a0-0000-7000-8000-000000000000", code: "long" },
            { name: texts.phone, value: texts.empty },
          ]}
        />
      </Section>
      <Section title="List, Row">
        <List label={texts.deviceList}>
          {Array.from({ length: 20 }, (_, index) => (
            <Row
              key={index}
              href="#"
              position={index + 1}
              total={total}
              title={`MC${100_001 + index}`}
              detail="SM Mall of Asia"
              meta={<Badge tone="good">{index + 1}</Badge>}
            />
          ))}
        </List>
        <Button variant="quiet" wide>
          {texts.loadMore}
        </Button>
      </Section>
      <Section title="RowSkeletons">
        <RowSkeletons />
      </Section>
    </>
  );
}
