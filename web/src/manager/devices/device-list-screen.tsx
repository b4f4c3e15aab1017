import { languageTags } from "@reposo/contract/text/languages.ts";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { type Ready, useManagerEvents } from "#manager/shared/session/manager-context.ts";
import { FilterButton } from "#manager/shared/lists/filter-button.tsx";
import { FilteredList } from "#manager/shared/lists/filtered-list.tsx";
import { useListVisit } from "#manager/shared/lists/list-visit.ts";
import { mayOpen } from "#manager/shared/session/launch.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { navigate, useQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { SearchField } from "#ui/field/search-field.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import {
  deviceChips,
  type DeviceFilters,
  type DeviceRow,
  filterQuery,
  isFiltered,
  noFilters,
  readFilters,
} from "./device-filters.ts";
import { DeviceListRow } from "./device-row.tsx";
import { useDebouncedText } from "./use-debounced-text.ts";
import { useDevice, useDeviceList, useLiveDevices } from "./use-device-list.ts";
import { useFaultLabel } from "./use-fault-label.ts";
import { DeviceFilterSheet } from "./device-filter-sheet.tsx";
import { DeviceSummarySection } from "./device-summary-section.tsx";

export default function DeviceListScreen() {
  const { deviceList } = useText("manager");
  return (
    <ManagerPage title={deviceList} restoresScroll>
      {(ready) => <Devices ready={ready} />}
    </ManagerPage>
  );
}

function Devices({ ready }: { ready: Ready }) {
  const { token, userInfo, launched } = ready;
  const texts = useText("manager");
  const lists = useText("lists");
  const query = useQuery();
  const search = query.toString();
  const filters = useMemo(() => readFilters(new URLSearchParams(search)), [search]);
  const filterText = JSON.stringify(filters);

  const list = useDeviceList(useListVisit("devices", token, filterText), filters);
  const liveDevices = useLiveDevices(list, filters);
  const selectedId = query.get("deviceId");
  const selected = useDevice(token, selectedId, list);
  useManagerEvents((event) => {
    if (event.name === "device") {
      liveDevices.put(event.data);
      selected.put(event.data);
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
    // Paused while a device is open: otherwise the debounced search would replace the device's address with the list's
    // address.
    selectedId !== null,
  );

  const faultLabel = useFaultLabel(launched);
  const hrefTo = useCallback(
    (deviceId: string) =>
      hrefOf("deviceList", { ...filterQuery(JSON.parse(filterText) as DeviceFilters), deviceId }),
    [filterText],
  );
  const renderRow = useCallback(
    (device: DeviceRow, position: number, total: number) => (
      <DeviceListRow key={device.deviceId} {...{ device, position, total, faultLabel, hrefTo }} />
    ),
    [faultLabel, hrefTo],
  );
  const closeSheet = useSheetInAddress(selectedId !== null, hrefOf("deviceList", filterQuery(filters)));
  const { total } = list;
  const numbers = new Intl.NumberFormat(languageTags[useLanguage()]);
  const count = total === undefined ? null : fill(lists.deviceCount, { count: numbers.format(total) });

  return (
    <>
      <FilteredList
        list={list}
        choice={
          <SearchField
            label={lists.deviceSearch}
            clearLabel={texts.clearSearch}
            value={keyword}
            onChange={setKeyword}
          />
        }
        count={count}
        actions={
          <FilterButton
            Sheet={DeviceFilterSheet}
            props={{
              filters,
              onChange: apply,
              outlets: userInfo.outlets,
              doneLabel: count ?? texts.deviceList,
            }}
          />
        }
        chips={deviceChips(filters, userInfo.outlets, { ...texts, ...lists })}
        onFilter={apply}
        filters={{ active: isFiltered(filters), onClear: () => apply(noFilters) }}
        texts={{
          list: texts.deviceList,
          failed: lists.devicesFailed,
          emptyTitle: texts.noDevicesTitle,
          emptyText: texts.noDevicesText,
          noMatch: lists.nothingMatchesText,
        }}
        renderRow={renderRow}
      />
      {selectedId !== null && (
        <Sheet open inAddress onClose={closeSheet} title={selectedId}>
          <DeviceSummarySection
            device={selected.device}
            failed={selected.failed}
            onRetry={selected.retry}
            faultLabel={faultLabel}
            mayOpenOrders={mayOpen(userInfo, "details")}
          />
        </Sheet>
      )}
    </>
  );
}

/**
 * Returns a function that closes a sheet which is part of the address. It goes back in history; if the visit started
 * with the sheet, it replaces the address with the list's address.
 */
function useSheetInAddress(open: boolean, listHref: string): () => void {
  const before = useRef(open);
  const wasOpenedInVisit = useRef(false);
  useEffect(() => {
    if (open !== before.current) wasOpenedInVisit.current = open;
    before.current = open;
  }, [open]);
  return () => {
    if (wasOpenedInVisit.current) window.history.back();
    else navigate(listHref, { replace: true });
  };
}
