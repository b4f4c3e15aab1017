import { useEffect, useMemo, useState } from "react";
import { usePendingCollections } from "./pending/use-pending-collections.ts";
import { periodProblems } from "#manager/statistics/index.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { codeReader } from "#shared/scanner/index.ts";
import { cachePage } from "#manager/shared/session/offline-user.ts";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { useMinutes } from "#shared/time/ticking-clock.ts";
import { dateInZone } from "#manager/shared/zone/display-zone.ts";
import { Button } from "#ui/button/button.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { SearchBox } from "#manager/search/index.ts";
import { holds } from "#manager/shared/session/account.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import styles from "./cash-screen.module.css";
import { BoxesView } from "./boxes/boxes-view.tsx";
import { changeTo, readCashSelection, withView } from "./cash-selection.ts";
import { CollectSheet, type ChosenBox } from "./boxes/collect-sheet.tsx";
import { CollectionsView } from "./collections/collections-view.tsx";
import { DifferencesView } from "./collections/differences-view.tsx";
import { PendingCollections } from "./pending/pending-collections.tsx";

export default function CashScreen() {
  const { title } = useText("cash");
  return (
    <ManagerPage wide title={title}>
      {(ready) => <Cash ready={ready} />}
    </ManagerPage>
  );
}

/** Shows cash boxes, collections, and their differences (CASH-4, CASH-5). */
function Cash({ ready }: { ready: Ready }) {
  const texts = useText("cash");
  // Caches the page for offline use, because managers also empty boxes in places without a connection.
  useEffect(() => {
    const cache = () => cachePage(hrefOf("cash"), ready.userInfo);
    // Again with the scanner's decoder, which is large, and which some browsers cannot run.
    cache()
      .then((isCached) => isCached && codeReader().then(cache))
      .catch(() => undefined);
  }, [ready.userInfo]);
  const zone = useZone();
  const search = useAddressQuery().toString();
  const selection = useMemo(() => readCashSelection(new URLSearchParams(search)), [search]);
  const [chosen, setChosen] = useState<ChosenBox | null>(null);
  const { stored, flush } = usePendingCollections(ready.userInfo.id);
  const today = dateInZone(useMinutes(), zone);
  const isPeriodValid = periodProblems(selection.report.period, today) === null;
  const View = selection.view === "collections" ? CollectionsView : DifferencesView;
  return (
    <div className="stack">
      {holds(ready.userInfo, "home") && (
        <SearchBox
          hrefs={{
            device: (deviceId) => hrefOf("cash", { view: "collections", deviceId }),
            outlet: (areaId) => hrefOf("cash", { areaId }),
          }}
        />
      )}
      <div className={styles.top}>
        <Segmented
          label={texts.views}
          value={selection.view}
          choices={[
            { value: "boxes", label: texts.boxes },
            { value: "collections", label: texts.collections },
            { value: "differences", label: texts.differences },
          ]}
          onChange={(view) => changeTo(withView(selection, view))}
        />
        <Button wide onClick={() => setChosen({ deviceId: null })}>
          {texts.record}
        </Button>
      </div>
      {stored.length > 0 && <PendingCollections stored={stored} zone={zone} onSend={flush} />}
      {selection.view === "boxes" ? (
        <BoxesView ready={ready} selection={selection} stored={stored} onCollect={setChosen} />
      ) : (
        <View key={selection.view} {...{ ready, selection, today, isPeriodValid }} />
      )}
      {chosen !== null && (
        <CollectSheet ready={ready} chosen={chosen} onClose={() => setChosen(null)} onStored={flush} />
      )}
    </div>
  );
}
