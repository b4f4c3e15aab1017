import { Button, Card, Grid, List } from "antd-mobile";
import { useState } from "react";
import { money } from "./api.js";
import { ManagerPage } from "./frame.jsx";

const statistics = "statistics/h5";

export default function Home() {
  const [round, setRound] = useState(0);
  const calls = [["statistics/appStatistics"], [`${statistics}/incomeComparison`]];
  return (
    <ManagerPage key={round} title="Overview" calls={calls}>
      {([figures, compared]) => (
        <>
          <p>
            As of {new Date(figures.asOf).toLocaleTimeString()}
            <Button size="mini" onClick={() => setRound(round + 1)}>
              Refresh
            </Button>
          </p>
          {figures.totals.map((income, index) => (
            <Income key={income.currency} income={income} compared={compared.totals[index]} />
          ))}
          <Counts title="Orders today" counts={figures.orders} />
          <Counts title="Network" counts={{ outlets: figures.outlets, ...figures.devices }} />
          <List>
            <List.Item arrowIcon>Charts</List.Item>
            <List.Item arrowIcon>Devices</List.Item>
            <List.Item arrowIcon>Feedback</List.Item>
            <List.Item arrowIcon>Quick start</List.Item>
          </List>
        </>
      )}
    </ManagerPage>
  );
}

function Income({ income, compared }) {
  const { currency, today } = income;
  return (
    <Card title="Income today">
      <h1>{money(today.total, currency)}</h1>
      {["yesterday", "lastWeek"].map((day) => (
        <p key={day}>
          {day}: {money(today.total - compared[day].total, currency)}
        </p>
      ))}
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
