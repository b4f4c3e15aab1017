import type { OutletLocation } from "./location-queries.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { List, Row } from "#ui/list/list.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { LocationIcon } from "#ui/icons/icons.tsx";
import { ListAndDetail } from "#manager/shared/frame/list-and-detail.tsx";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { OutletLocationView } from "./outlet-location-view.tsx";
import { ChosenOutlet, OutletsLoader } from "./outlets-loader.tsx";
import { PositionCorrection } from "./position-correction.tsx";

/** Lists the outlets, and shows the location of the one in the address. */
export default function LocationOpenScreen() {
  const { place } = useText("places");
  return (
    <ManagerPage wide title={place}>
      {(ready) => <OutletsLoader>{(outlets) => <Locations {...{ ready, outlets }} />}</OutletsLoader>}
    </ManagerPage>
  );
}

function Locations({ ready, outlets }: { ready: Ready; outlets: readonly OutletLocation[] }) {
  const { place } = useText("places");
  const areaId = useAddressQuery().get("areaId");
  const detail =
    areaId === null ? null : (
      <ChosenOutlet {...{ outlets, areaId }}>
        {(outlet) => (
          <>
            <OutletLocationView outlet={outlet} />
            <PositionCorrection key={areaId} ready={ready} outlet={outlet} />
          </>
        )}
      </ChosenOutlet>
    );
  return (
    <ListAndDetail
      list={<AllLocations outlets={outlets} selected={areaId} />}
      detail={detail}
      title={place}
      listHref={hrefOf("locationOpen")}
    />
  );
}

function AllLocations({
  outlets,
  selected,
}: {
  outlets: readonly OutletLocation[];
  selected: string | null;
}) {
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
            name={areaId}
            isSelected={areaId === selected}
            icon={<LocationIcon />}
            title={areaName}
            detail={address}
          />
        ))}
      </List>
    </Section>
  );
}
