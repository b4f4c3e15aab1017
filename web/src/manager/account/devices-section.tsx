import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";
import { momentInZone } from "#manager/shared/zone/display-zone.ts";
import { useVisitQuery } from "#manager/shared/session/use-visit-query.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { useMinutes } from "#shared/time/ticking-clock.ts";
import { loginDevicesQuery } from "./login-devices-query.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { List, Row, RowSkeletons } from "#ui/list/list.tsx";
import { Section } from "#ui/screen/screen.tsx";

/** Lists the devices that are logged in to the account. It is always this one only, because a login ends the others. */
export function DevicesSection() {
  const texts = useText("account");
  const language = useLanguage();
  const zone = useZone();
  const now = useMinutes();
  const query = useVisitQuery(loginDevicesQuery);
  const { data } = query;
  return (
    <Section title={texts.devices}>
      {data === undefined ? (
        <NotLoaded query={query} failedTitle={texts.devicesFailed} placeholder={<RowSkeletons />} />
      ) : (
        <List label={texts.devices}>
          {data.map(({ browser, platform, since, notified }) => (
            <Row
              key={since}
              title={fill(texts.deviceName, {
                browser: browser ?? texts.unknownBrowser,
                platform: platform ?? texts.unknownPlatform,
              })}
              detail={
                <>
                  <span className="line">
                    {fill(texts.deviceSince, { time: momentInZone(Date.parse(since), zone, language, now) })}
                  </span>
                  <span className="line">{notified ? texts.deviceNotified : texts.deviceNotNotified}</span>
                </>
              }
            />
          ))}
        </List>
      )}
      <p className="soft">{texts.devicesLead}</p>
    </Section>
  );
}
