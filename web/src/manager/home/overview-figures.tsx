import type { Currency } from "@reposo/contract/money/currencies.ts";
import { AsOf, type Figures } from "#manager/statistics/index.ts";
import { Counts } from "./counts.tsx";
import { Income } from "./income.tsx";

export function OverviewFigures({
  figures,
  own,
  mayOpenDetails,
  isError = false,
  areaId = null,
}: {
  figures: Figures;
  /** The currency that is shown first. */
  own: Currency;
  mayOpenDetails: boolean;
  isError?: boolean;
  /** The outlet of the figures; null for all outlets. */
  areaId?: string | null;
}) {
  return (
    <>
      <AsOf at={Date.parse(figures.asOf)} isError={isError} />
      <Income figures={figures} own={own} mayOpenDetails={mayOpenDetails} areaId={areaId} />
      <Counts figures={figures} mayOpenDetails={mayOpenDetails} areaId={areaId} />
    </>
  );
}
