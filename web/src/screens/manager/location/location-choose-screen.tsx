import { useState } from "react";
import {
  type Coordinates,
  PlaceMap,
  answerHref,
  keepChosenPlace,
  readCoordinates,
  readDegrees,
  usePosition,
} from "#features/places/index.ts";
import { fill, useText } from "#platform/i18n.tsx";
import { navigate, useBack, useQuery } from "#platform/navigation.ts";
import { usePageData } from "#platform/page-data.ts";
import { hrefOf } from "#platform/routes.ts";
import { showToast } from "#platform/toasts.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { PositionIcon } from "#ui/map-icons.tsx";
import { Banner } from "#ui/notice.tsx";
import { ManagerPage } from "#screens/manager/manager-page.tsx";
import styles from "./location.module.css";

/** A place on the map, for the page that asked (see chosen-place.ts for how it asks). */
export default function LocationChooseScreen() {
  const { choosePlace } = useText("places");
  return <ManagerPage title={choosePlace}>{() => <Chooser />}</ManagerPage>;
}

interface Typed {
  readonly latitude: string;
  readonly longitude: string;
}

const typedOf = (at: Coordinates | null): Typed => ({
  latitude: at === null ? "" : String(Number(at.latitude.toFixed(6))),
  longitude: at === null ? "" : String(Number(at.longitude.toFixed(6))),
});

function Chooser() {
  const texts = useText("places");
  const { map } = usePageData().settings;
  const query = useQuery();
  const back = useBack();
  const [typed, setTyped] = useState(() => typedOf(readCoordinates(query)));
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
    if (at === null) return;
    keepChosenPlace(at);
    showToast(texts.placeTaken);
    const next = answerHref(query.get("next"), at, window.location.origin);
    if (next !== null) navigate(next, { replace: true });
    else if (back !== null) back();
    else navigate(hrefOf("home"), { replace: true });
  }

  return (
    <>
      <p className={styles.lead}>{map === null ? texts.chooseLeadPlain : texts.chooseLead}</p>
      {map !== null && <PlaceMap source={map} at={at} onPick={(picked) => type(typedOf(picked))} />}
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
        <Button wide onClick={take}>
          {texts.takePlace}
        </Button>
      </div>
    </>
  );
}

/** Each way in which a phone can fail to say where it is has its own words. */
function PositionOutcome({ state }: { state: ReturnType<typeof usePosition>["state"] }) {
  const texts = useText("places");
  if (state.kind === "failed") {
    const said = {
      denied: texts.positionDenied,
      unknown: texts.positionUnknown,
      late: texts.positionLate,
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
