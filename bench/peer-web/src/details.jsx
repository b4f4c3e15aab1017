import { Button, Card, List, Segmented } from "antd-mobile";
import { money } from "./api.js";
import { ManagerPage } from "./frame.jsx";

export default function Details() {
  return (
    <ManagerPage title="Details" calls={[["statistics/h5/incomeDetailByArea", { range: "today" }]]}>
      {([{ totals, areas }]) => (
        <>
          <Segmented options={["Today", "Yesterday", "This week", "This month"]} />
          {totals.map(({ currency, online, cash, total }) => (
            <Card key={currency} title={money(total, currency)}>
              Online {money(online, currency)}, cash {money(cash, currency)}
            </Card>
          ))}
          <Button>Export</Button>
          <List>
            {areas.map(({ areaId, areaName, currency, total, orders, devices }) => (
              <List.Item
                key={areaId}
                arrowIcon
                extra={money(total, currency)}
                description={`${orders} orders, ${devices} devices`}
              >
                {areaName}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </ManagerPage>
  );
}
