import type { Texts } from "#locales/texts.ts";
import { FreeChairs } from "#shared/chairs/free-chairs.tsx";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { millisecondsLeft } from "#shared/time/date-time.ts";
import { useMinutes } from "#shared/time/ticking-clock.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import { UserText } from "#ui/text/user-text.tsx";
import type { PublicDevice } from "./chair-queries.ts";
import styles from "./chair-unavailable.module.css";

/** Returns what a customer needs to know about a chair that cannot be started. */
function stateTexts({ state, endsAt, outOfService }: PublicDevice, now: number, text: Texts["customer"]) {
  const minutes = endsAt === null ? 0 : Math.ceil(millisecondsLeft(endsAt, now) / 60_000);
  switch (state) {
    case "inUse":
      return { title: minutes > 0 ? fill(text.inUseFor, { minutes }) : text.inUse, detail: null };
    case "offline":
      return { title: text.offline, detail: text.unavailable };
    case "outOfService":
      return { title: text.outOfService, detail: outOfService ?? text.unavailable };
    // A free chair is only shown here if it has lost its prices since its state was fetched.
    case "noPrices":
    case "free":
      return { title: text.noPrices, detail: text.noPricesText };
  }
}

/** Shows why the chair cannot be started, and which chairs of its outlet can (STATE-1). */
export function ChairUnavailable({ device }: { device: PublicDevice }) {
  const text = useText("customer");
  const { title, detail } = stateTexts(device, useMinutes(), text);
  return (
    <>
      <div className={styles.state} role="status">
        <p className={styles.title}>{title}</p>
        {detail !== null && (
          <p className="soft">
            <UserText>{detail}</UserText>
          </p>
        )}
      </div>
      <section className={classNames("stack-3", styles.others)} aria-label={text.freeChairs}>
        <p className={styles.free}>{device.freeChairs.length > 0 ? text.freeChairs : text.noFreeChairs}</p>
        {device.freeChairs.length > 0 && (
          <FreeChairs
            deviceIds={device.freeChairs}
            name={text.chairTitle}
            hrefOf={(deviceId) => hrefOf("chair", { deviceId })}
          />
        )}
        {/* The chair page without a device ID obtains a token, then opens quick start, which needs the token. */}
        <ButtonLink wide variant="quiet" href={hrefOf("chair")}>
          {text.scanAnother}
        </ButtonLink>
      </section>
    </>
  );
}
