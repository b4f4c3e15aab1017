import { Button, Card, Grid, List, SearchBar, Segmented, Tag } from "antd-mobile";
import { useState } from "react";
import { money } from "./api.js";
import { ManagerPage } from "./frame.jsx";

const calls = [
  ["statistics/appStatistics"],
  ["statistics/h5/incomeChart", { range: "today" }],
  ["alerts"],
  [
    "order-feedback/list",
    [
      ["state", "sent"],
      ["state", "lookedAt"],
      ["limit", "1"],
    ],
  ],
];

export default function Home() {
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState(null);
  return (
    <ManagerPage key={round} title="Overview" calls={calls}>
      {([figures, chart, { alerts }, feedback], user) => {
        const currencies = figures.totals.map(({ currency }) => currency);
        const shown = chosen ?? (currencies.includes(user.currency) ? user.currency : currencies[0]);
        return (
          <>
            <SearchBar placeholder="Order, device, or outlet" />
            <p>
              As of {new Date(figures.asOf).toLocaleTimeString()}
              <Button size="mini" onClick={() => setRound(round + 1)}>
                Refresh
              </Button>
            </p>
            {currencies.length > 1 && <Segmented options={currencies} value={shown} onChange={setChosen} />}
            <Tag color="danger">{alerts.length} alerts</Tag>
            <Tag color="danger">{figures.orders.abnormal} failed orders today</Tag>
            <Tag color="danger">{feedback.total} feedback</Tag>
            {figures.totals
              .filter(({ currency }) => currency === shown)
              .map((income) => (
                <Income key={shown} income={income} chart={chart} />
              ))}
            <Counts title="Orders today" counts={figures.orders} />
            <Counts title="Network" counts={{ outlets: figures.outlets, ...figures.devices }} />
            <List>
              <List.Item arrowIcon>Orders</List.Item>
              <List.Item arrowIcon>Charts</List.Item>
              <List.Item arrowIcon>Devices</List.Item>
              <List.Item arrowIcon>Alerts</List.Item>
              <List.Item arrowIcon>Feedback</List.Item>
              <List.Item arrowIcon>Quick start</List.Item>
            </List>
          </>
        );
      }}
    </ManagerPage>
  );
}

function Income({ income, chart }) {
  const { currency, today } = income;
  const series = chart.series.find((one) => one.currency === currency);
  return (
    <Card title="Income today">
      <h1>{money(today.total, currency)}</h1>
      <p>Last week until now: {money(today.total - series.earlierTotal, currency)}</p>
      <Hours points={series.points} />
      {["today", "yesterday", "thisMonth", "thisYear"].map((period) => (
        <List.Item
          key={period}
          extra={money(income[period].total, currency)}
          description={`Online ${money(income[period].online, currency)}, cash ${money(income[period].cash, currency)}`}
        >
          {period}
        </List.Item>
      ))}
    </Card>
  );
}

/** Today's income by hour over that of the same weekday of last week. */
function Hours({ points }) {
  const bars = points.map(({ online, cash, earlier }) => [earlier ?? 0, online + cash]);
  const highest = Math.max(1, ...bars.flat());
  return (
    <svg viewBox={`0 0 ${points.length} 10`} preserveAspectRatio="none" width="100%" height="40">
      {bars.map((values, hour) =>
        values.map((value, index) => (
          <rect
            key={`${hour} ${index}`}
            x={hour + index * 0.2}
            y={10 - (10 * value) / highest}
            width={1 - index * 0.4}
            height={(10 * value) / highest}
            fill={index === 0 ? "#ddd" : "#1677ff"}
          />
        )),
      )}
    </svg>
  );
}

function Counts({ title, counts }) {
  return (
    <Card title={title}>
      <Grid columns={3}>
        {Object.entries(counts).map(([name, count]) => (
          <Grid.Item key={name}>
            <strong>{count}</strong>
            <p>{name}</p>
          </Grid.Item>
        ))}
      </Grid>
    </Card>
  );
}
