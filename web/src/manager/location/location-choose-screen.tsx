import { useQuery } from "@tanstack/react-query";
import { type Coordinates, answerHref, readCoordinates } from "./coordinates.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { navigate, useBack, useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { showToast } from "#shared/toasts/toasts.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { outletsQuery, positionOf } from "./location-queries.ts";
import { LocationPicker } from "./location-picker.tsx";
import { ProposePosition } from "./propose-position.tsx";

/**
 * With an `areaId`, proposes a corrected position of that outlet; otherwise selects a location and opens the address
 * `next` with it (see `answerHref`).
 */
export default function LocationChooseScreen() {
  const { place, chooseLocation, correctLocation, proposeLocation } = useText("places");
  const areaId = useAddressQuery().get("areaId");
  // Only reads cached outlets. `ProposePosition` fetches them, because it is rendered only once the account is known.
  const outlet = useQuery({ ...outletsQuery, enabled: false }).data?.find((one) => one.areaId === areaId);
  if (areaId === null) return <ManagerPage title={chooseLocation}>{() => <LocationChooser />}</ManagerPage>;
  const title =
    outlet === undefined ? place : positionOf(outlet) === null ? proposeLocation : correctLocation;
  return (
    <ManagerPage title={title} up={hrefOf("locationOpen", { areaId })}>
      {() => <ProposePosition key={areaId} areaId={areaId} />}
    </ManagerPage>
  );
}

function LocationChooser() {
  const texts = useText("places");
  const query = useAddressQuery();
  const back = useBack();

  function choose(at: Coordinates): void {
    showToast(texts.locationSelected);
    const next = answerHref(query.get("next"), at, window.location.origin);
    if (next !== null) navigate(next, { replace: true });
    else if (back !== null) back();
    else navigate(hrefOf("home"), { replace: true });
  }

  return <LocationPicker initial={readCoordinates(query)} action={texts.useLocation} onConfirm={choose} />;
}
