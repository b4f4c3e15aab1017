import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { ChartIcon } from "#ui/icons/manager-icons.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { type ChartChoice, isShort, withPeriod } from "./chart-choice.ts";

/** Shown instead of a chart without values, with a longer range if a short one is selected. */
export function NoFigures({
  choice,
  change,
}: {
  choice: ChartChoice;
  /** Null for a chart that leaves the choice of a longer range to another one. */
  change: ((part: Partial<ChartChoice>) => void) | null;
}) {
  const texts = useText("charts");
  const last30Days = { range: "last30Days", startDate: "", endDate: "", hour: null } as const;
  const isIncome = choice.measure === "income";
  return (
    <Notice
      kind="empty"
      icon={<ChartIcon />}
      title={isIncome ? texts.noneIncome : texts.noneOrders}
      text={isIncome ? texts.noneIncomeText : texts.noneOrdersText}
      action={
        change !== null && isShort(choice.period) ? (
          <Button variant="quiet" onClick={() => change(withPeriod(choice, last30Days))}>
            {texts.showLast30Days}
          </Button>
        ) : undefined
      }
    />
  );
}
