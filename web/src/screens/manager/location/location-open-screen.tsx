import { type OutletPlace, useOutlets } from "#features/places/index.ts";
import { FailureText } from "#platform/failure-text.tsx";
import { useText } from "#platform/i18n.tsx";
import { useQuery } from "#platform/navigation.ts";
import { hrefOf } from "#platform/routes.ts";
import { Button } from "#ui/button.tsx";
import { List, Row } from "#ui/list.tsx";
import { Banner, Notice } from "#ui/notice.tsx";
import { Section } from "#ui/screen.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { PlaceIcon } from "#ui/table-icons.tsx";
import { ManagerPage, type Ready } from "#screens/manager/manager-page.tsx";
import { OutletPlaceView } from "./outlet-place-view.tsx";

/** Where an outlet is; without one named, the manager's outlets to choose from. */
export default function LocationOpenScreen() {
  const { place } = useText("places");
  return <ManagerPage title={place}>{(ready) => <Content ready={ready} />}</ManagerPage>;
}

function Content({ ready: { token } }: { ready: Ready }) {
  const texts = useText("places");
  const { loading } = useText("shared");
  const areaId = useQuery().get("areaId");
  const outlets = useOutlets(token);
  const { data } = outlets;
  if (data === undefined) {
    if (outlets.isError) {
      return (
        <Notice
          kind="error"
          title={texts.failed}
          text={<FailureText of={outlets.error} />}
          action={
            <Button look="quiet" onClick={() => void outlets.refetch()}>
              {texts.tryAgain}
            </Button>
          }
        />
      );
    }
    return (
      <div role="status" aria-label={loading}>
        <Skeleton shape="short" />
        <Skeleton shape="card" />
      </div>
    );
  }
  return (
    <>
      {outlets.isError && <Banner kind="warn">{texts.stale}</Banner>}
      {areaId === null ? (
        <AllPlaces outlets={data} />
      ) : (
        <OnePlace outlet={data.find((outlet) => outlet.areaId === areaId)} />
      )}
    </>
  );
}

function OnePlace({ outlet }: { outlet: OutletPlace | undefined }) {
  const texts = useText("places");
  if (outlet !== undefined) return <OutletPlaceView outlet={outlet} />;
  return <Notice kind="error" title={texts.unknownOutletTitle} text={texts.unknownOutletText} />;
}

function AllPlaces({ outlets }: { outlets: readonly OutletPlace[] }) {
  const texts = useText("places");
  if (outlets.length === 0) {
    return <Notice kind="empty" title={texts.noOutletsTitle} text={texts.noOutletsText} />;
  }
  return (
    <Section title={texts.outletsTitle}>
      <List label={texts.outletsTitle}>
        {outlets.map(({ areaId, areaName, address }) => (
          <Row
            key={areaId}
            href={hrefOf("locationOpen", { areaId })}
            icon={<PlaceIcon />}
            title={areaName}
            detail={address}
          />
        ))}
      </List>
    </Section>
  );
}
