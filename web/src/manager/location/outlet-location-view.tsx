import { type OutletLocation, positionOf } from "./location-queries.ts";
import { LocationMap } from "./location-map.tsx";
import { formatCoordinates, phoneMapHref, webMapHref } from "./coordinates.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { useHydrated } from "#shared/app/use-hydrated.ts";
import { usePageData } from "#shared/api/page-data.ts";
import { CopyField } from "#ui/field/copy-field.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { ExternalLink } from "#ui/button/button.tsx";
import { Card } from "#ui/screen/screen.tsx";
import { LocationIcon } from "#ui/icons/icons.tsx";
import { OutletHeader } from "./outlets-loader.tsx";

export function OutletLocationView({ outlet }: { outlet: OutletLocation }) {
  const texts = useText("places");
  const { map } = usePageData().settings;
  const { areaName } = outlet;
  const at = positionOf(outlet);
  // Only the browser knows whether it runs on a phone.
  const isHydrated = useHydrated();
  const phoneHref = at !== null && isHydrated ? phoneMapHref(at, areaName, navigator.userAgent) : null;
  return (
    <>
      <OutletHeader outlet={outlet} />
      {at === null ? (
        <Notice
          kind="empty"
          icon={<LocationIcon />}
          title={texts.noLocationTitle}
          text={texts.noLocationText}
        />
      ) : (
        <>
          {map !== null && <LocationMap source={map} at={at} />}
          <Card>
            <div className="stack-2">
              <CopyField
                label={texts.coordinates}
                value={formatCoordinates(at)}
                copyLabel={texts.copy}
                copiedText={texts.copied}
                byHandText={texts.copyByHand}
                variant="quiet"
              />
            </div>
          </Card>
          <div className="stack-2">
            <ExternalLink href={phoneHref ?? webMapHref(at)} icon={<LocationIcon />}>
              {texts.openMap}
            </ExternalLink>
            {phoneHref !== null && (
              <ExternalLink variant="plain" href={webMapHref(at)}>
                {texts.openMapWeb}
              </ExternalLink>
            )}
          </div>
        </>
      )}
    </>
  );
}
