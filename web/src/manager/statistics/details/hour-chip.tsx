import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { type DisplayZone, hourName } from "#manager/shared/zone/display-zone.ts";
import { ChipBar } from "#ui/list/chip-bar.tsx";

export function HourChip({
  day,
  hour,
  zone,
  onRemove,
}: {
  day: string;
  hour: string;
  zone: DisplayZone;
  onRemove: () => void;
}) {
  const texts = useText("lists");
  const name = hourName(day, hour, zone, useLanguage());
  const removeLabel = fill(texts.removeFilter, { name });
  return <ChipBar label={texts.filtersSet} chips={[{ key: hour, label: name, removeLabel, onRemove }]} />;
}
