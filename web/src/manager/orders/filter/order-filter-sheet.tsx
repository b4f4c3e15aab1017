import { normaliseDeviceId } from "@reposo/contract/text/typed-text.ts";
import { orderStatuses, orderTypes, payTypes } from "@reposo/contract/orders/order-values.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { apiQuery } from "#shared/api/api-query.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { nameOutlets } from "#manager/statistics/index.ts";
import { dateBounds } from "#shared/time/calendar-day.ts";
import { serverNow } from "#shared/time/server-clock.ts";
import { dateInZone, type DisplayZone, zoneKeyIn, zoneName } from "#manager/shared/zone/display-zone.ts";
import { Button } from "#ui/button/button.tsx";
import { focusInvalid } from "#ui/focus/focus-invalid.ts";
import { Choices } from "#ui/choice/choices.tsx";
import { Field } from "#ui/field/field.tsx";
import { ChoiceRow } from "#ui/choice/choice-row.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { dayPresets, daysOfPreset, presetOf } from "./order-days.ts";
import { areDaysWrong, noOrderFilters, orderFilterFields, type OrderFilters } from "./order-filters.ts";
import styles from "./order-filter-sheet.module.css";
import type { LabelOf } from "#manager/orders/order-labels.ts";
import { OutletChoice } from "./outlet-choice.tsx";

interface Props {
  readonly filters: OrderFilters;
  readonly outlets: readonly { areaId: string; areaName: string }[];
  readonly zone: DisplayZone;
  readonly labelOf: LabelOf;
  readonly onFilter: (filters: OrderFilters) => void;
  readonly onClose: () => void;
}

/** Edits a copy of the filters. Only "Apply filters" applies it; "Reset" removes all filters (ORD-2). */
export function OrderFilterSheet({ filters, outlets, zone, labelOf, onFilter, onClose }: Props) {
  const texts = useText("lists");
  const { filters: title } = useText("manager");
  const presetNames = { ...useText("details"), anyTime: texts.anyTime };
  const [draft, setDraft] = useState(filters);
  const [hasWrongDates, setHasWrongDates] = useState(false);
  const [hasTooManyOutlets, setHasTooManyOutlets] = useState(false);
  // Fields below the visible part are rendered after the sheet has opened, because on a slow phone the date fields
  // alone take the time of a frame to render.
  const showsAllFields = useDeferredValue(true, false);
  const today = dateInZone(serverNow(), zone);
  const bounds = dateBounds(today);

  const change = (part: Partial<OrderFilters>) => {
    const isOfDays = "startDate" in part || "endDate" in part;
    setDraft({ ...draft, ...part, ...(isOfDays && { hour: null }) });
    if (isOfDays) setHasWrongDates(false);
    if ("areaId" in part || "exceptAreaId" in part) setHasTooManyOutlets(false);
  };

  const count = useMatchingCount(draft, zone);

  function closeAndFilter(next: OrderFilters): void {
    onClose();
    onFilter(next);
  }

  function filterNow(): void {
    const named = nameOutlets(
      draft,
      outlets.map(({ areaId }) => areaId),
    );
    const isWrong = areDaysWrong(draft);
    setHasWrongDates(isWrong);
    setHasTooManyOutlets(named === null);
    if (!isWrong && named !== null)
      closeAndFilter({ ...draft, ...named, deviceId: normaliseDeviceId(draft.deviceId ?? "") || null });
  }

  return (
    <Sheet open onClose={onClose} title={title}>
      <form
        className="stack-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          filterNow();
          focusInvalid(event.currentTarget);
        }}
      >
        <Choices
          label={texts.orderStatus}
          chosen={draft.orderStatus}
          choices={orderStatuses.map((value) => ({ value, label: labelOf("orderStatus", value) }))}
          onChange={(orderStatus) => change({ orderStatus })}
        />
        <Choices
          label={texts.payType}
          chosen={draft.payType}
          choices={payTypes.map((value) => ({ value, label: labelOf("payType", value) }))}
          onChange={(payType) => change({ payType })}
        />
        <Choices
          label={texts.orderType}
          chosen={draft.orderType}
          choices={orderTypes.map((value) => ({ value, label: labelOf("orderType", value) }))}
          onChange={(orderType) => change({ orderType })}
        />
        {!showsAllFields && <div className={styles.coming} />}
        {showsAllFields && (
          <>
            <div className="stack-2">
              <ChoiceRow
                label={texts.dates}
                labelShown
                value={presetOf(draft, today) ?? ""}
                choices={dayPresets.map((value) => ({ value, label: presetNames[value] }))}
                onChange={(preset) => {
                  if (preset !== "") change(daysOfPreset(preset, today));
                }}
              />
              <div className={styles.days}>
                <Field
                  type="date"
                  label={texts.from}
                  {...bounds}
                  value={draft.startDate ?? ""}
                  onChange={(day) => change({ startDate: day || null })}
                />
                <Field
                  type="date"
                  label={texts.to}
                  {...bounds}
                  value={draft.endDate ?? ""}
                  error={hasWrongDates ? texts.timeWrong : undefined}
                  onChange={(day) => change({ endDate: day || null })}
                />
              </div>
              <p className="soft">{fill(texts.timesIn, { zone: zoneName(zone) })}</p>
            </div>
            <OutletChoice
              outlets={outlets}
              chosen={draft}
              error={hasTooManyOutlets ? texts.outletsTooMany : null}
              onChange={change}
            />
            <Field
              label={texts.deviceId}
              value={draft.deviceId ?? ""}
              autoCapitalize="characters"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              maxLength={64}
              onChange={(deviceId) => change({ deviceId })}
            />
          </>
        )}
        <div className={styles.foot}>
          <Button variant="quiet" onClick={() => closeAndFilter(noOrderFilters)}>
            {texts.reset}
          </Button>
          <Button type="submit">
            {texts.filterNow}
            {count !== null && <span aria-hidden="true">{`\u00a0(${count})`}</span>}
          </Button>
          <p className="visually-hidden" role="status">
            {count !== null && fill(texts.orderCount, { count })}
          </p>
        </div>
      </form>
    </Sheet>
  );
}

const debounceMilliseconds = 300;

/** Returns how many orders match the draft, once it has not changed for a moment; null until it is known. */
function useMatchingCount(draft: OrderFilters, zone: DisplayZone): string | null {
  const language = useLanguage();
  const [settled, setSettled] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [draft]);
  const { data } = useQuery({
    ...apiQuery("orderList", { ...orderFilterFields(settled), limit: 1 }, zoneKeyIn(zone)),
    enabled: settled === draft && !areDaysWrong(draft),
  });
  return data === undefined || settled !== draft
    ? null
    : new Intl.NumberFormat(languageTags[language]).format(data.total);
}
