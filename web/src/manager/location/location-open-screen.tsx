import type { OutletLocation } from "./location-queries.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { List, Row } from "#ui/list/list.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { LocationIcon } from "#ui/icons/icons.tsx";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { OutletLocationView } from "./outlet-location-view.tsx";
import { OutletLoader, OutletsLoader } from "./outlets-loader.tsx";
import { PositionCorrection } from "./position-correction.tsx";

/** Shows the location of an outlet, or a list of outlets if the address contains no `areaId`. */
export default function LocationOpenScreen() {
  const { place } = useText("places");
  return <ManagerPage title={place}>{(ready) => <Content ready={ready} />}</ManagerPage>;
}

function Content({ ready }: { ready: Ready }) {
  const areaId = useAddressQuery().get("areaId");
  if (areaId === null)
    return <OutletsLoader>{(outlets) => <AllLocations outlets={outlets} />}</OutletsLoader>;
  return (
    <OutletLoader areaId={areaId}>
      {(outlet) => (
        <>
          <OutletLocationView outlet={outlet} />
          <PositionCorrection key={areaId} ready={ready} outlet={outlet} />
        </>
      )}
    </OutletLoader>
  );
}

function AllLocations({ outlets }: { outlets: readonly OutletLocation[] }) {
  const texts = useText("places");
  if (outlets.length === 0) {
    return (
      <Notice kind="empty" icon={<LocationIcon />} title={texts.noOutletsTitle} text={texts.noOutletsText} />
    );
  }
  return (
    <Section title={texts.outletsTitle}>
      <List label={texts.outletsTitle}>
        {outlets.map(({ areaId, areaName, address }) => (
          <Row
            key={areaId}
            href={hrefOf("locationOpen", { areaId })}
            icon={<LocationIcon />}
            title={areaName}
            detail={address}
          />
        ))}
      </List>
    </Section>
  );
}
