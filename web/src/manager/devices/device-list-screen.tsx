import { deviceSorts } from "@reposo/contract/devices/device-sorts.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { ListAndDetail } from "#manager/shared/frame/list-and-detail.tsx";
import { SearchResults } from "#manager/search/index.ts";
import { FilterButton } from "#manager/shared/lists/filter-button.tsx";
import { FilteredList } from "#manager/shared/lists/filtered-list.tsx";
import { useNewRows } from "#manager/shared/lists/new-rows.ts";
import { readSorting } from "#manager/shared/lists/table-state.ts";
import { useTable } from "#manager/shared/lists/use-table.tsx";
import { mayOpen } from "#manager/shared/session/account.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { navigate, useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { SearchField } from "#ui/field/search-field.tsx";
import { useWide } from "#ui/screen/by-width.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { useDeviceColumns } from "./device-columns.tsx";
import {
  deviceChips,
  type DeviceFilters,
  type DeviceRow,
  filterQuery,
  isFiltered,
  matchesDeviceFilters,
  noFilters,
  readFilters,
} from "./device-filters.ts";
import { deviceListQuery, useDevice } from "./device-queries.ts";
import { DeviceListRow } from "./device-row.tsx";
import { useDebouncedText } from "#manager/shared/lists/use-debounced-text.ts";
import { useFaultLabel } from "./use-fault-label.ts";
import { DeviceFilterSheet } from "./device-filter-sheet.tsx";
import { DeviceSummarySection } from "./device-summary-section.tsx";
import { ChairIcon } from "#ui/icons/manager-icons.tsx";

const keyOf = ({ deviceId }: DeviceRow): string => deviceId;

/** What the search finds beside the chairs of the list. */
const otherKinds = ["orders", "feedback"] as const;

export default function DeviceListScreen() {
  const { deviceList } = useText("manager");
  return (
    <ManagerPage wide title={deviceList}>
      {(ready) => <Devices ready={ready} />}
    </ManagerPage>
  );
}

function Devices({ ready: { userInfo, labels } }: { ready: Ready }) {
  const texts = useText("manager");
  const lists = useText("lists");
  const address = useAddressQuery();
  const search = address.toString();
  const filters = useMemo(() => readFilters(new URLSearchParams(search)), [search]);
  const faultLabel = useFaultLabel(labels);
  const {
    selected: selectedId,
    listHref,
    ...table
  } = useTable({
    route: "deviceList",
    parameter: "deviceId",
    columns: useDeviceColumns(faultLabel),
    keyOf,
  });

  const sorting = readSorting(address, deviceSorts);
  const query = deviceListQuery(filters, sorting);
  const list = useInfiniteQuery(query);
  const newRows = useNewRows<DeviceRow>({
    queryKey: query.queryKey,
    list: list.data,
    rowOf: (event) => (event.name === "device" ? event.data : null),
    idOf: ({ deviceId }) => deviceId,
    matches: (device) => matchesDeviceFilters(device, filters),
    isBefore: (device, other) => sorting !== null || device.deviceId < other.deviceId,
  });
  const isWide = useWide();
  const selected = useDevice(selectedId, list);

  function apply(next: DeviceFilters): void {
    // Beside the list, the selected device stays open.
    const kept = isWide === true ? { ...table.query, deviceId: selectedId } : {};
    navigate(hrefOf("deviceList", { ...filterQuery(next), ...kept }), { replace: true });
    window.scrollTo(0, 0);
  }
  const [keyword, setKeyword] = useDebouncedText(
    filters.keyword,
    (text) => apply({ ...filters, keyword: text }),
    // Paused while a device covers the list: otherwise the debounced search would replace the device's address with the
    // list's address.
    selectedId !== null && isWide !== true,
  );

  const hrefOfRow = table.table.hrefOf;
  const renderRow = useCallback(
    (device: DeviceRow, position: number, total: number) => (
      <DeviceListRow
        key={device.deviceId}
        {...{ device, position, total, faultLabel }}
        href={hrefOfRow(device)}
      />
    ),
    [faultLabel, hrefOfRow],
  );
  const isOnlySearch = isFiltered(filters) && !isFiltered({ ...filters, keyword: "" });
  const closeSheet = useSheetInAddress(selectedId !== null, listHref);
  const total = list.data?.total;
  const numbers = new Intl.NumberFormat(languageTags[useLanguage()]);
  const count = total === undefined ? null : fill(lists.deviceCount, { count: numbers.format(total) });

  const summary = (
    <DeviceSummarySection
      device={selected.device}
      failed={selected.failed}
      onRetry={selected.retry}
      faultLabel={faultLabel}
      mayOpenOrders={mayOpen(userInfo, "details")}
    />
  );
  const devices = (
    <FilteredList
      list={list}
      choice={
        <>
          <SearchField
            label={lists.deviceSearch}
            clearLabel={texts.clearSearch}
            value={keyword}
            onChange={setKeyword}
          />
          <SearchResults text={filters.keyword} kinds={otherKinds} />
        </>
      }
      count={count}
      actions={
        <>
          {table.columnsButton}
          <FilterButton
            Sheet={DeviceFilterSheet}
            props={{
              filters,
              onChange: apply,
              outlets: userInfo.outlets,
              doneLabel: count ?? texts.deviceList,
            }}
          />
        </>
      }
      chips={deviceChips(filters, userInfo.outlets, { ...texts, ...lists })}
      onFilter={apply}
      newRows={newRows}
      filters={{
        active: isFiltered(filters),
        onClear: () => apply(noFilters),
        clearLabel: isOnlySearch ? texts.clearSearch : undefined,
      }}
      texts={{
        list: texts.deviceList,
        failed: lists.devicesFailed,
        emptyTitle: texts.noDevicesTitle,
        emptyIcon: <ChairIcon />,
        emptyText: texts.noDevicesText,
        noMatch: isOnlySearch
          ? fill(lists.nothingFoundText, { search: filters.keyword.trim() })
          : lists.nothingMatchesText,
      }}
      renderRow={renderRow}
      table={table.table}
    />
  );

  return (
    <>
      <ListAndDetail
        alone="list"
        list={devices}
        detail={selectedId === null ? null : summary}
        title={selectedId ?? ""}
        listHref={listHref}
      />
      {selectedId !== null && isWide !== true && (
        <Sheet open inAddress onClose={closeSheet} title={selectedId}>
          {summary}
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
