import { useCallback, useMemo, useState } from "react";
import {
  DeviceFilterSheet,
  type DeviceFilters,
  filterQuery,
  isFiltered,
  noFilters,
  readFilters,
  useDeviceList,
  useKeptPlace,
  useLiveDevices,
  useReturning,
} from "#features/devices/index.ts";
import { fill, useText } from "#platform/i18n.tsx";
import { navigate, useQuery } from "#platform/navigation.ts";
import { hrefOf } from "#platform/routes.ts";
import { Button } from "#ui/button.tsx";
import { FilterIcon } from "#ui/manager-icons.tsx";
import { Banner } from "#ui/notice.tsx";
import { SearchField } from "#ui/search-field.tsx";
import type { Ready } from "#screens/manager/manager-page.tsx";
import { useManager, useManagerEvents } from "#screens/manager/manager-session.tsx";
import styles from "./device-browser.module.css";
import { DeviceResults } from "./device-results.tsx";
import { useDebouncedText } from "./use-debounced-text.ts";

/** Search, filters and rows; all of it stands in the address. */
export function DeviceBrowser({ ready: { token, userInfo, launched } }: { ready: Ready }) {
  const texts = useText("manager");
  const { live } = useManager();
  const search = useQuery().toString();
  const filters = useMemo(() => readFilters(new URLSearchParams(search)), [search]);
  const [choosing, setChoosing] = useState(false);

  const returning = useReturning();
  const list = useDeviceList(token, filters);
  useKeptPlace(token, filters, list.data, returning);
  const liveDevices = useLiveDevices();
  useManagerEvents((event) => {
    if (event.name === "device") liveDevices.put(event.data);
    if (event.name === "reset") liveDevices.reset();
  });

  function apply(next: DeviceFilters): void {
    navigate(hrefOf("deviceList", filterQuery(next)), { replace: true });
    window.scrollTo(0, 0);
  }
  const [keyword, setKeyword] = useDebouncedText(filters.keyword, (text) =>
    apply({ ...filters, keyword: text }),
  );

  const faults = launched.dictionary?.entries.deviceStatus;
  const faultLabel = useCallback(
    (fault: string) =>
      faults?.find((entry) => entry.value === fault)?.label ??
      (fault === "disabled" ? texts.disabled : fill(texts.fault, { code: fault })),
    [faults, texts],
  );

  const total = list.data?.pages[0]?.total;
  const count = total === undefined ? texts.deviceList : fill(texts.deviceCount, { count: String(total) });
  const outletName = userInfo.outlets.find(({ areaId }) => areaId === filters.areaId)?.areaName;
  const chosen = [
    outletName,
    filters.online === "online" && texts.devicesOnline,
    filters.online === "offline" && texts.offline,
    filters.use === "inUse" && texts.inUse,
    filters.use === "idle" && texts.idle,
  ].filter(Boolean);

  return (
    <>
      <div className={styles.head}>
        <SearchField
          label={texts.deviceSearch}
          clearLabel={texts.clearSearch}
          value={keyword}
          onChange={setKeyword}
        />
        <div className={styles.line}>
          <p className={styles.count} role="status">
            {[total === undefined ? null : count, ...chosen].filter(Boolean).join(" · ")}
          </p>
          <Button
            look={chosen.length > 0 ? "quiet" : "plain"}
            icon={<FilterIcon />}
            onClick={() => setChoosing(true)}
          >
            {chosen.length > 0 ? `${texts.filters} (${chosen.length})` : texts.filters}
          </Button>
        </div>
        {live === "cut" && <Banner kind="offline">{texts.notLiveList}</Banner>}
      </div>
      <DeviceResults
        list={list}
        filtered={isFiltered(filters)}
        onClear={() => apply(noFilters)}
        faultLabel={faultLabel}
      />
      <DeviceFilterSheet
        open={choosing}
        onClose={() => setChoosing(false)}
        filters={filters}
        onChange={apply}
        outlets={userInfo.outlets}
        doneLabel={count}
      />
    </>
  );
}
