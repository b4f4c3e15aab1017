import { type ReactNode, useState } from "react";
import { type Coordinates, LocationMap, readDegrees, usePosition } from "#manager/map/index.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { usePageData } from "#shared/api/page-data.ts";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { PositionIcon } from "#ui/icons/icons.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import styles from "./location.module.css";

interface Typed {
  readonly latitude: string;
  readonly longitude: string;
}

const typedOf = (at: Coordinates | null): Typed => ({
  latitude: at === null ? "" : String(Number(at.latitude.toFixed(6))),
  longitude: at === null ? "" : String(Number(at.longitude.toFixed(6))),
});

interface Props {
  readonly first: Coordinates | null;
  readonly action: string;
  readonly pending?: boolean;
  readonly disabled?: boolean;
  readonly onTake: (at: Coordinates) => void;
  readonly children?: ReactNode;
}

export function LocationPicker({
  first,
  action,
  pending = false,
  disabled = false,
  onTake,
  children,
}: Props) {
  const texts = useText("places");
  const { map } = usePageData().settings;
  const [typed, setTyped] = useState(() => typedOf(first));
  const [checked, setChecked] = useState(false);
  const position = usePosition((at) => setTyped(typedOf(at)));

  const latitude = readDegrees(typed.latitude, 90);
  const longitude = readDegrees(typed.longitude, 180);
  const at = latitude === null || longitude === null ? null : { latitude, longitude };
  const wrong = (text: string, degrees: number | null) => degrees === null && (checked || text.trim() !== "");

  function type(change: Partial<Typed>): void {
    position.forget();
    setTyped({ ...typed, ...change });
  }

  function take(): void {
    setChecked(true);
    if (at !== null) onTake(at);
  }

  return (
    <>
      <p className={styles.lead}>{map === null ? texts.chooseLeadPlain : texts.chooseLead}</p>
      {map !== null && <LocationMap source={map} at={at} onPick={(picked) => type(typedOf(picked))} />}
      <div className={styles.fields}>
        <Field
          label={texts.latitude}
          value={typed.latitude}
          onChange={(text) => type({ latitude: text })}
          error={wrong(typed.latitude, latitude) ? texts.latitudeWrong : undefined}
          inputMode="text"
          autoComplete="off"
          maxLength={16}
        />
        <Field
          label={texts.longitude}
          value={typed.longitude}
          onChange={(text) => type({ longitude: text })}
          error={wrong(typed.longitude, longitude) ? texts.longitudeWrong : undefined}
          inputMode="text"
          autoComplete="off"
          maxLength={16}
        />
      </div>
      <div className={styles.actions}>
        <Button
          wide
          look="quiet"
          icon={<PositionIcon />}
          pending={position.state.kind === "asking"}
          onClick={position.ask}
        >
          {texts.usePosition}
        </Button>
        <PositionOutcome state={position.state} />
        {children}
        <Button wide pending={pending} disabled={disabled} onClick={take}>
          {action}
        </Button>
      </div>
    </>
  );
}

/** Each cause of a missing position has its own text. */
function PositionOutcome({ state }: { state: ReturnType<typeof usePosition>["state"] }) {
  const texts = useText("places");
  if (state.kind === "failed") {
    const said = {
      denied: texts.positionDenied,
      unknown: texts.positionUnknown,
      late: texts.positionTimeout,
      missing: texts.positionMissing,
    };
    return <Banner kind="error">{said[state.failure]}</Banner>;
  }
  if (state.kind !== "found") return null;
  return (
    <p className={styles.found} role="status">
      {fill(texts.accuracy, { metres: String(state.accuracyMetres) })}
    </p>
  );
}
