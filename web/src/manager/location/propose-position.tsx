import { useState } from "react";
import type { Coordinates } from "./coordinates.ts";
import { type OutletLocation, positionOf } from "./location-queries.ts";
import { useProposePosition } from "./use-position-proposal.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { navigate, useBack } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { showToast } from "#shared/toasts/toasts.ts";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { OutletLoader, OutletHeader } from "./outlets-loader.tsx";
import { LocationPicker } from "./location-picker.tsx";

export function ProposePosition({ areaId }: { areaId: string }) {
  return <OutletLoader areaId={areaId}>{(outlet) => <Proposal outlet={outlet} />}</OutletLoader>;
}

function Proposal({ outlet }: { outlet: OutletLocation }) {
  const texts = useText("places");
  const { offlineReason } = useText("shared");
  const { areaId } = outlet;
  const { pending, propose } = useProposePosition(areaId);
  const [failure, setFailure] = useState<unknown>(null);
  const online = useOnline();
  const back = useBack();

  async function send(at: Coordinates): Promise<void> {
    setFailure(null);
    try {
      await propose(at);
    } catch (error) {
      return setFailure(error);
    }
    showToast(texts.correctionSent);
    if (back !== null) back();
    else navigate(hrefOf("locationOpen", { areaId }), { replace: true });
  }

  return (
    <>
      <OutletHeader outlet={outlet} />
      <LocationPicker
        initial={positionOf(outlet)}
        action={texts.sendCorrection}
        pending={pending}
        disabled={!online}
        onConfirm={(at) => void send(at)}
      >
        <p className="muted">{online ? texts.correctionLead : offlineReason}</p>
        <FailureBanner of={failure} />
      </LocationPicker>
    </>
  );
}
