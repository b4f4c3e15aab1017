import type { UserInfo } from "#manager/session/index.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { ChipBar } from "#ui/chip-bar/chip-bar.tsx";

/** The one outlet that a list is restricted to, and a way to remove that filter; nothing where there is none. */
export function OutletChip({
  areaId,
  outlets,
  onRemove,
}: {
  areaId: string | null;
  outlets: UserInfo["outlets"];
  onRemove: () => void;
}) {
  const texts = useText("lists");
  if (areaId === null) return null;
  const name = outlets.find((outlet) => outlet.areaId === areaId)?.areaName ?? areaId;
  const removeLabel = fill(texts.removeFilter, { name });
  return <ChipBar label={texts.filtersSet} chips={[{ key: areaId, label: name, removeLabel, onRemove }]} />;
}
