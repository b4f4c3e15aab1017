import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { zoneName } from "#manager/shared/zone/display-zone.ts";
import { chooseZone, zoneChoice, type ZoneChoice } from "#shared/time/time-zone.ts";
import { Section } from "#ui/screen/screen.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { removeCountedQueries } from "#manager/shared/session/query-client.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import styles from "./user-screen.module.css";

/** Selects the time zone in which the app's days begin. The choice is stored in this browser. */
export function ZoneSection() {
  const texts = useText("account");
  const zone = useZone();
  const [choice, setChoice] = useState<ZoneChoice>(zone.kind);
  // The stored choice may be a zone that the browser cannot provide. The server knows only which zone is used.
  useLayoutEffect(() => setChoice(zoneChoice()), []);
  const client = useQueryClient();
  const refused = choice === "device" && zone.kind === "account";

  function choose(chosen: ZoneChoice): void {
    chooseZone(chosen);
    setChoice(chosen);
    removeCountedQueries(client);
  }

  return (
    <Section>
      <Segmented
        label={texts.days}
        labelShown
        value={choice}
        choices={[
          { value: "device", label: texts.zoneDevice },
          { value: "account", label: texts.zoneAccount },
        ]}
        onChange={choose}
      />
      <p className={styles.zone} role="status" data-zone={zone.kind}>
        {refused && `${texts.zoneRefused} `}
        {fill(zone.kind === "device" ? texts.zoneDeviceText : texts.zoneAccountText, {
          zone: zoneName(zone),
        })}
      </p>
    </Section>
  );
}
