import { type ReactNode, useState } from "react";
import { type Coordinates, coordinateTexts, readDegrees } from "./coordinates.ts";
import { LocationMap } from "./location-map.tsx";
import { usePosition } from "./use-position.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { usePageData } from "#shared/api/page-data.ts";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { PositionIcon } from "#ui/icons/icons.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import styles from "./location.module.css";

interface Props {
  readonly initial: Coordinates | null;
  /** Label of the button that confirms the location. */
  readonly action: string;
  readonly pending?: boolean;
  readonly disabled?: boolean;
  readonly onConfirm: (at: Coordinates) => void;
  readonly children?: ReactNode;
}

export function LocationPicker({
  initial,
  action,
  pending = false,
  disabled = false,
  onConfirm,
  children,
}: Props) {
  const texts = useText("places");
  const { map } = usePageData().settings;
  const [typed, setTyped] = useState(() => coordinateTexts(initial));
  const [isSubmitted, setSubmitted] = useState(false);
  const position = usePosition((at) => setTyped(coordinateTexts(at)));

  const latitude = readDegrees(typed.latitude, 90);
  const longitude = readDegrees(typed.longitude, 180);
  const at = latitude === null || longitude === null ? null : { latitude, longitude };
  const hasError = (text: string, degrees: number | null) =>
    degrees === null && (isSubmitted || text.trim() !== "");

  function edit(change: Partial<typeof typed>): void {
    // A position that arrives later must not replace the edited location.
    position.cancel();
    setTyped({ ...typed, ...change });
  }

  function confirm(): void {
    setSubmitted(true);
    if (at !== null) onConfirm(at);
  }

  return (
    <>
      {map === null ? (
        <p className="muted">{texts.chooseLeadPlain}</p>
      ) : (
        <LocationMap source={map} at={at} onPick={(selected) => edit(coordinateTexts(selected))} />
      )}
      <div className={styles.fields}>
        <Field
          label={texts.latitude}
          value={typed.latitude}
          onChange={(text) => edit({ latitude: text })}
          error={hasError(typed.latitude, latitude) ? texts.latitudeWrong : undefined}
          inputMode="text"
          autoComplete="off"
          maxLength={16}
        />
        <Field
          label={texts.longitude}
          value={typed.longitude}
          onChange={(text) => edit({ longitude: text })}
          error={hasError(typed.longitude, longitude) ? texts.longitudeWrong : undefined}
          inputMode="text"
          autoComplete="off"
          maxLength={16}
        />
      </div>
      <div className="stack-2">
        <Button
          wide
          variant="quiet"
          icon={<PositionIcon />}
          pending={position.state.kind === "requesting"}
          onClick={position.request}
        >
          {texts.usePosition}
        </Button>
        <PositionOutcome state={position.state} />
        {children}
        <Button wide pending={pending} disabled={disabled} onClick={confirm}>
          {action}
        </Button>
      </div>
    </>
  );
}

/** Shows the accuracy of the found position, or the reason why no position was found. */
function PositionOutcome({ state }: { state: ReturnType<typeof usePosition>["state"] }) {
  const texts = useText("places");
  if (state.kind === "failed") {
    const messages = {
      denied: texts.positionDenied,
      unknown: texts.positionUnknown,
      timeout: texts.positionTimeout,
      missing: texts.positionMissing,
    };
    return <Banner kind="error">{messages[state.failure]}</Banner>;
  }
  if (state.kind !== "found") return null;
  return (
    <p className="note" role="status">
      {fill(texts.accuracy, { metres: String(state.accuracyMetres) })}
    </p>
  );
}
