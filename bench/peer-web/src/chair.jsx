import { Button, NavBar, Radio, Skeleton, Space } from "antd-mobile";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { money, useCalls } from "./api.js";

export default function Chair() {
  const [query] = useSearchParams();
  const deviceId = query.get("deviceId");
  const data = useCalls(["data-centre/device", { deviceId }], ["data-centre/price-group", { deviceId }]);
  return (
    <>
      <NavBar back={null}>Chair {deviceId}</NavBar>
      {data === null ? (
        <Skeleton.Paragraph animated lineCount={6} />
      ) : (
        <Prices device={data[0]} text={data[1]} />
      )}
    </>
  );
}

function Prices({ device, text }) {
  const prices = JSON.parse(text);
  const [chosen, setChosen] = useState(prices[0].priceId);
  const { amount, currency } = prices.find(({ priceId }) => priceId === chosen);
  return (
    <main data-shown>
      <h1>{device.deviceId}</h1>
      <p>{device.areaName}</p>
      <Radio.Group value={chosen} onChange={setChosen}>
        <Space direction="vertical" block>
          {prices.map((price) => (
            <Radio key={price.priceId} value={price.priceId} block>
              {price.minutes} min · {price.name} · {money(price.amount, price.currency)}
            </Radio>
          ))}
        </Space>
      </Radio.Group>
      <Button block color="primary" size="large">
        Pay {money(amount, currency)}
      </Button>
    </main>
  );
}
