import { useEffect, useMemo, useState } from "react";
import { useWaitingCollections } from "#features/cash/use-waiting-collections.ts";
import { periodProblems } from "#features/reports/period-rules.ts";
import { useText } from "#platform/i18n.tsx";
import { useFetchedAtOnce } from "#platform/late-part.ts";
import { hrefOf } from "#platform/routes.ts";
import { keepPage } from "#platform/offline-user.ts";
import { useQuery } from "#platform/navigation.ts";
import { serverNow } from "#platform/server-clock.ts";
import { dateInZone } from "#platform/shown-zone.ts";
import { Button } from "#ui/button.tsx";
import { RowSkeletons } from "#ui/row-skeletons.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { LatePiece } from "#screens/late-piece.tsx";
import { ManagerPage, type Ready } from "#screens/manager/manager-page.tsx";
import { useZone } from "#screens/manager/zone-line.tsx";
import { BoxesView } from "./boxes-view.tsx";
import { changeTo, readCashPlace } from "./cash-place.ts";
import type { ChosenBox } from "./collect-sheet.tsx";
import styles from "./cash.module.css";

const collectionsView = () => import("./collections-view.tsx");
const differencesView = () => import("./differences-view.tsx");
const waitingCollections = () => import("./waiting-collections.tsx");
const collectSheet = () => import("./collect-sheet.tsx");

export default function CashScreen() {
  const { title } = useText("cash");
  return <ManagerPage title={title}>{(ready) => <Cash ready={ready} />}</ManagerPage>;
}

/** Boxes as they are now, their collections, and the differences, as the address says (CASH-4, CASH-5). */
function Cash({ ready }: { ready: Ready }) {
  const texts = useText("cash");
  const { loading } = useText("shared");
  // A box may be emptied where there is no connection.
  useFetchedAtOnce(collectSheet);
  useFetchedAtOnce(waitingCollections);
  useEffect(() => {
    // Its late parts are then among the files that were loaded.
    Promise.all([collectSheet(), waitingCollections()]).then(
      () => keepPage(hrefOf("cash"), ready.userInfo),
      () => undefined,
    );
  }, [ready.userInfo]);
  const zone = useZone();
  const search = useQuery().toString();
  const place = useMemo(() => readCashPlace(new URLSearchParams(search)), [search]);
  const [chosen, setChosen] = useState<ChosenBox | null>(null);
  const { stored, flush } = useWaitingCollections(ready.userInfo.id);
  const fit = periodProblems(place.report.period, dateInZone(serverNow(), zone)) === null;
  return (
    <div className={styles.page}>
      <Segmented
        label={texts.views}
        value={place.view}
        choices={[
          { value: "boxes", label: texts.boxes },
          { value: "collections", label: texts.collections },
          { value: "differences", label: texts.differences },
        ]}
        onChange={(view) => changeTo({ ...place, view })}
      />
      <Button wide onClick={() => setChosen({ deviceId: null })}>
        {texts.record}
      </Button>
      {stored.length > 0 && (
        <LatePiece load={waitingCollections} props={{ stored, zone, onSend: flush }} waiting={null} />
      )}
      {place.view === "boxes" && (
        <BoxesView ready={ready} place={place} stored={stored} onCollect={setChosen} />
      )}
      {place.view !== "boxes" && (
        <LatePiece
          key={place.view}
          load={place.view === "collections" ? collectionsView : differencesView}
          props={{ ready, place, fit }}
          waiting={<RowSkeletons label={loading} />}
        />
      )}
      {chosen !== null && (
        <LatePiece
          load={collectSheet}
          props={{ ready, chosen, onClose: () => setChosen(null), onStored: flush }}
          waiting={null}
        />
      )}
    </div>
  );
}
