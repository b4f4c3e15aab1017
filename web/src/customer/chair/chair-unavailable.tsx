import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";

/** Minutes until the expected end of the running massage, rounded up; null if the end is unknown or past. */
function minutesLeft({ endsAt, serverTime }: ChairPageData["device"]): number | null {
  const left = endsAt === null ? 0 : Math.ceil((Date.parse(endsAt) - Date.parse(serverTime)) / 60_000);
  return left > 0 ? left : null;
}

/** Shows why no massage can be started: the chair is in use, unavailable, or has no prices. */
export function ChairUnavailable({ device }: { device: ChairPageData["device"] }) {
  const text = useText("customer");
  const isBusy = device.online && device.inUse;
  const minutes = isBusy ? minutesLeft(device) : null;
  const reason = minutes === null ? (device.outOfService ?? undefined) : fill(text.inUseFor, { minutes });
  return (
    <Notice
      kind={isBusy ? "later" : "error"}
      title={device.available ? text.noPrices : isBusy ? text.inUse : text.unavailable}
      text={device.available ? text.nothingCharged : reason}
      action={
        <ButtonLink variant="quiet" href={hrefOf("chair")}>
          {text.scanAnother}
        </ButtonLink>
      }
    />
  );
}
