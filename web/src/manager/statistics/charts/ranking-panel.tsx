import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";
import { mayOpen } from "#manager/shared/session/account.ts";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { ByWidth } from "#ui/screen/by-width.tsx";
import { Card } from "#ui/screen/screen.tsx";
import { chosenSeries, isRanking } from "./chart-choice.ts";
import { createChartLabels } from "./chart-labels.ts";
import { incomeRowsHref, orderRowsHref } from "./chart-links.ts";
import { beforeOf } from "./chart-model.ts";
import { NoFigures } from "./no-figures.tsx";
import type { PanelProps } from "./chart-panel.tsx";
import { rankingQuery, type RankingReply } from "./chart-queries.ts";
import { ChartSkeleton } from "./chart-skeleton.tsx";
import { OutletChart } from "./outlet-chart.tsx";
import { RankingTable } from "./ranking-table.tsx";
import styles from "./ranking-panel.module.css";

/** The outlets or devices by income or orders, beside those of the earlier range. */
export function RankingPanel({ choice, userInfo, isShown, change }: PanelProps) {
  const texts = useText("charts");
  const language = useLanguage();
  const zone = useZone();
  const { measure, view, ranking } = choice;
  const by = isRanking(view) ? view : "outlets";
  const query = useQuery({
    ...rankingQuery(choice, by, zoneKeyIn(zone)),
    enabled: isShown,
    // Another order of the rows replaces them only once it has arrived.
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  if (data === undefined)
    return <NotLoaded query={query} failedTitle={texts.failed} placeholder={<ChartSkeleton />} />;
  const shown = shownRanking(data, choice.currency, userInfo.currency);
  if (shown === undefined || shown.rows.length === 0)
    return (
      <Card>
        <NoFigures choice={choice} change={isRanking(view) ? change : null} />
      </Card>
    );
  const { currency, rest } = shown;
  const [from, to] = [Date.parse(data.from), Date.parse(data.to)];
  const labels = createChartLabels(
    { from, to, at: [], unit: "day", before: beforeOf(data.earlier) },
    zone,
    language,
  );
  const before = labels.before();
  const beforeDays =
    before.until === null ? before.days : fill(texts.beforeUntil, { days: before.days, time: before.until });
  const changeRanking = (part: Partial<typeof ranking>) => change({ ranking: { ...ranking, ...part } });
  const title = texts[measure === "income" ? "incomeTitle" : "ordersTitle"];

  return (
    <Card padded={false}>
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>{title}</h2>
          <p className={styles.when}>{labels.span()}</p>
          <p className={styles.when}>{fill(texts.compared, { days: beforeDays })}</p>
        </div>
        <ByWidth
          narrow={null}
          wide={
            <div className={styles.by}>
              <Segmented
                label={texts.view}
                value={by}
                choices={[
                  { value: "outlets", label: texts.byOutlet },
                  { value: "devices", label: texts.byDevice },
                ]}
                onChange={(next) => change({ view: next })}
              />
            </div>
          }
        />
      </div>
      <RankingTable
        label={`${title}, ${by === "outlets" ? texts.byOutlet : texts.byDevice}`}
        valueLabel={title}
        by={by}
        {...{ currency, rest, ranking }}
        rows={shown.rows}
        rowsHref={
          mayOpen(userInfo, "details")
            ? ({ areaId, deviceId }) => {
                const place = { areaId, deviceId };
                const href =
                  currency === null ? orderRowsHref(zone, place) : incomeRowsHref(zone, currency, place);
                return href(from, to)(null);
              }
            : null
        }
        onSort={({ column, ascending }) => changeRanking({ sort: column, ascending })}
        onOpen={(open) => changeRanking({ open })}
        renderOutlet={(areaId) => <OutletChart {...{ choice, userInfo, areaId, currency }} />}
      />
      {rest.rows > 0 && !ranking.all && (
        <div className={styles.more}>
          <Button variant="quiet" wide onClick={() => changeRanking({ all: true })}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** The ranking of the chosen currency, or of orders, which have none. */
function shownRanking(
  { rankings }: RankingReply,
  requested: string | null,
  own: PanelProps["userInfo"]["currency"],
) {
  const ofCurrencies = rankings.flatMap(({ currency, ...rest }) =>
    currency === null ? [] : [{ ...rest, currency }],
  );
  return chosenSeries(ofCurrencies, requested, own) ?? rankings[0];
}
