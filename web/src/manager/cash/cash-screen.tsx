import { RowSkeletons } from "#ui/list/list.tsx";
import { useEffect, useMemo, useState } from "react";
import { useWaitingCollections } from "./use-waiting-collections.ts";
import { periodProblems } from "#manager/reports/index.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { useFetchedAtOnce } from "#shared/lazy/late-part.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { keepPage } from "#manager/shared/session/offline-user.ts";
import { useQuery } from "#shared/routing/navigation.ts";
import { serverNow } from "#shared/time/server-clock.ts";
import { dateInZone } from "#manager/shared/zone/shown-zone.ts";
import { Button } from "#ui/button/button.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { LatePiece } from "#shared/lazy/late-piece.tsx";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
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
