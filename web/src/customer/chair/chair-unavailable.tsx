import type { Texts } from "#locales/texts.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import type { PublicDevice } from "./chair-queries.ts";

/**
 * Returns the minutes until the expected end of the running massage, rounded up; null if the end is unknown or past.
 */
function minutesLeft({ endsAt, serverTime }: PublicDevice): number | null {
  const left = endsAt === null ? 0 : Math.ceil((Date.parse(endsAt) - Date.parse(serverTime)) / 60_000);
  return left > 0 ? left : null;
}

function reasonOf(device: PublicDevice, text: Texts["customer"]) {
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

/** Shows why no massage can be started: the chair is in use or unavailable. */
export function ChairUnavailable({ device }: { device: PublicDevice }) {
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
