import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { Select } from "#ui/choice/select.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { type DeviceFilters, isFiltered, noFilters } from "./device-filters.ts";

const everywhere = "";

export function DeviceFilterSheet({
  onClose,
  filters,
  onChange,
  outlets,
  doneLabel,
}: {
  onClose: () => void;
  filters: DeviceFilters;
  onChange: (filters: DeviceFilters) => void;
  outlets: readonly { areaId: string; areaName: string }[];
  doneLabel: string;
}) {
  const texts = useText("manager");
  const { condition, abnormal, normal } = useText("lists");
  return (
    <Sheet open onClose={onClose} title={texts.filters}>
      <Select
        label={texts.outlet}
        value={filters.areaId ?? everywhere}
        choices={[
          { value: everywhere, label: texts.allOutlets },
          ...outlets.map(({ areaId, areaName }) => ({ value: areaId, label: areaName })),
        ]}
        onChange={(areaId) => onChange({ ...filters, areaId: areaId === everywhere ? null : areaId })}
      />
      <Segmented
        label={texts.onlineStatus}
        labelShown
        value={filters.online}
        choices={[
          { value: "all", label: texts.all },
          { value: "online", label: texts.devicesOnline },
          { value: "offline", label: texts.offline },
        ]}
        onChange={(online) => onChange({ ...filters, online })}
      />
      <Segmented
        label={texts.useStatus}
        labelShown
        value={filters.use}
        choices={[
          { value: "all", label: texts.all },
          { value: "inUse", label: texts.inUse },
          { value: "idle", label: texts.idle },
        ]}
        onChange={(use) => onChange({ ...filters, use })}
      />
      <Segmented
        label={condition}
        labelShown
        value={filters.condition}
        choices={[
          { value: "all", label: texts.all },
          { value: "abnormal", label: abnormal },
          { value: "normal", label: normal },
        ]}
        onChange={(chosen) => onChange({ ...filters, condition: chosen })}
      />
      <Button wide onClick={onClose}>
        {doneLabel}
      </Button>
      {isFiltered({ ...filters, keyword: "" }) && (
        <Button wide variant="plain" onClick={() => onChange({ ...noFilters, keyword: filters.keyword })}>
          {texts.clearFilters}
        </Button>
      )}
    </Sheet>
  );
}
