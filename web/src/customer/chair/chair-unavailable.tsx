import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import type { Texts } from "#locales/texts.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";

/**
 * Returns the minutes until the expected end of the running massage, rounded up; null if the end is unknown or past.
 */
function minutesLeft({ endsAt, serverTime }: ChairPageData["device"]): number | null {
  const left = endsAt === null ? 0 : Math.ceil((Date.parse(endsAt) - Date.parse(serverTime)) / 60_000);
  return left > 0 ? left : null;
}

function reasonOf(device: ChairPageData["device"], text: Texts["customer"]) {
  if (device.available) return { kind: "error", title: text.noPrices, text: text.nothingCharged } as const;
  const reason = device.outOfService ?? undefined;
  if (!device.online || !device.inUse)
    return { kind: "error", title: text.unavailable, text: reason } as const;
  const minutes = minutesLeft(device);
  return {
    kind: "later",
    title: text.inUse,
    text: minutes === null ? reason : fill(text.inUseFor, { minutes }),
  } as const;
}

/** Shows why no massage can be started: the chair has no prices, is in use, or is unavailable. */
export function ChairUnavailable({ device }: { device: ChairPageData["device"] }) {
  const text = useText("customer");
  return (
    <Notice
      {...reasonOf(device, text)}
      action={
        <ButtonLink variant="quiet" href={hrefOf("chair")}>
          {text.scanAnother}
        </ButtonLink>
      }
    />
  );
}
