import { useCallback, useEffect, useMemo, useRef } from "react";
import {
  type DeviceFilters,
  type DeviceRow,
  DeviceRows,
  filterQuery,
  isFiltered,
  noFilters,
  readFilters,
  useDevice,
  useDeviceList,
  useLiveDevices,
} from "./index.ts";
import { mayOpen } from "#manager/session/index.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { useFetchedBeforehand } from "#shared/lazy/late-part.ts";
import { useListVisit } from "#manager/lists/list-visit.ts";
import { navigate, useQuery } from "#shared/routing/navigation.ts";
import type { PageOf } from "#manager/lists/paged-list.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { ChipBar } from "#ui/chip-bar/chip-bar.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { SearchField } from "#ui/field/search-field.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { LatePiece } from "#shared/lazy/late-piece.tsx";
import type { Ready } from "#manager/frame/manager-page.tsx";
import { useManager, useManagerEvents } from "#manager/session/manager-session.tsx";
import { NewRowsBar } from "#manager/lists/new-rows-bar.tsx";
import { PagedResults } from "#manager/lists/paged-results.tsx";
import { FilterButton } from "#manager/frame/filter-button.tsx";
import { useShownZone } from "#manager/frame/use-shown-zone.ts";
import styles from "#manager/lists/list-head.module.css";
import { deviceChips } from "./device-chips.ts";
import { useDebouncedText } from "./use-debounced-text.ts";
import { useFaultLabel } from "./use-fault-label.ts";

const filterSheet = () => import("./device-filter-sheet.tsx");
const aboutDevice = () => import("./about-device.tsx");

/** Search, filters, rows and the chair that is looked at; all of it stands in the address. */
export function DeviceBrowser({ ready }: { ready: Ready }) {
  const { token, userInfo, launched } = ready;
  const texts = useText("manager");
  const lists = useText("lists");
  const { live } = useManager();
  const zone = useShownZone(ready);
  const query = useQuery();
  const search = query.toString();
  const filters = useMemo(() => readFilters(new URLSearchParams(search)), [search]);
  const filterText = JSON.stringify(filters);

  const visit = useListVisit("devices", token, filterText);
  const list = useDeviceList(visit, filters);
  const liveDevices = useLiveDevices(list, filters);
  const chosenId = query.get("deviceId");
  const chosen = useDevice(token, chosenId, list);
  useManagerEvents((event) => {
    if (event.name === "device") {
      liveDevices.put(event.data);
      chosen.put(event.data);
    }
    if (event.name === "reset") liveDevices.reset();
  });

  function apply(next: DeviceFilters): void {
    navigate(hrefOf("deviceList", filterQuery(next)), { replace: true });
    window.scrollTo(0, 0);
  }
  const [keyword, setKeyword] = useDebouncedText(
    filters.keyword,
    (text) => apply({ ...filters, keyword: text }),
    // A chair that was opened meanwhile has an address of its own over the list's, which is the one that is searched.
    chosenId !== null,
  );

  const faultLabel = useFaultLabel(launched);
  const hrefTo = useCallback(
    (deviceId: string) =>
      hrefOf("deviceList", { ...filterQuery(JSON.parse(filterText) as DeviceFilters), deviceId }),
    [filterText],
  );
  const renderPage = useCallback(
    ({ items }: PageOf<DeviceRow>, start: number, total: number) => (
      <DeviceRows items={items} start={start} total={total} faultLabel={faultLabel} hrefTo={hrefTo} />
    ),
    [faultLabel, hrefTo],
  );
  useFetchedBeforehand(aboutDevice);
  const closeSheet = useSheetInAddress(chosenId !== null, hrefOf("deviceList", filterQuery(filters)));

  const total = list.data?.pages[0]?.total;
  const count = total === undefined ? texts.deviceList : fill(lists.deviceCount, { count: String(total) });
  const chips = deviceChips(filters, userInfo.outlets, { ...texts, ...lists });

  return (
    <>
      <div className={styles.head}>
        <SearchField
          label={lists.deviceSearch}
          clearLabel={texts.clearSearch}
          value={keyword}
          onChange={setKeyword}
        />
        <div className={styles.line}>
          <p className={styles.count} role="status">
            {total === undefined ? null : count}
          </p>
          <div className={styles.actions}>
            <FilterButton
              fetchSheet={filterSheet}
              sheet={{ filters, onChange: apply, outlets: userInfo.outlets, doneLabel: count }}
            />
          </div>
        </div>
        <ChipBar
          label={lists.filtersSet}
          chips={chips.map(({ key, label, without }) => ({
            key,
            label,
            removeLabel: fill(lists.removeFilter, { name: label }),
            onRemove: () => apply(without),
          }))}
        />
        {live === "cut" && <Banner kind="offline">{texts.notLiveList}</Banner>}
      </div>
      {liveDevices.maybeOld && <NewRowsBar text={lists.maybeOld} onShow={liveDevices.show} />}
      <PagedResults
        list={list}
        visit={visit}
        zone={zone}
        words={{
          list: texts.deviceList,
          failed: lists.devicesFailed,
          emptyTitle: texts.noDevicesTitle,
          emptyText: texts.noDevicesText,
          noMatch: lists.nothingMatchesText,
        }}
        filtered={isFiltered(filters)}
        onClear={() => apply(noFilters)}
        renderPage={renderPage}
      />
      {chosenId !== null && (
        <Sheet open inAddress onClose={closeSheet} title={chosenId} closeLabel={texts.close}>
          <LatePiece
            load={aboutDevice}
            props={{
              device: chosen.device,
              failed: chosen.failed,
              onRetry: chosen.retry,
              faultLabel,
              ordersOpen: mayOpen(userInfo, "details"),
            }}
          />
        </Sheet>
      )}
    </>
  );
}

/** A sheet that stands in the address is closed by Back; one that the address began with leaves the list behind. */
function useSheetInAddress(open: boolean, listHref: string): () => void {
  const before = useRef(open);
  const openedHere = useRef(false);
  useEffect(() => {
    if (open !== before.current) openedHere.current = open;
    before.current = open;
  }, [open]);
  return () => {
    if (openedHere.current) window.history.back();
    else navigate(listHref, { replace: true });
  };
}
