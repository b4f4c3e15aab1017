import { Button, NavBar, ProgressCircle } from "antd-mobile";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useCalls } from "./api.js";

export default function Countdown() {
  const [query] = useSearchParams();
  const data = useCalls(["data-centre/get-order", { orderId: query.get("orderId") }]);
  return (
    <>
      <NavBar back={null}>Countdown</NavBar>
      {data === null ? <ProgressCircle>--:--</ProgressCircle> : <Running order={data[0]} />}
    </>
  );
}

function Running({ order: { endsAt, startedAt, deviceId, areaName } }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.round((Date.parse(endsAt) - now) / 1000));
  const whole = (Date.parse(endsAt) - Date.parse(startedAt)) / 1000;
  return (
    <main data-shown>
      <ProgressCircle percent={(100 * left) / whole}>
        <span role="timer">
          {String(Math.floor(left / 60)).padStart(2, "0")}:{String(left % 60).padStart(2, "0")}
        </span>
      </ProgressCircle>
      <p>
        {areaName} · {deviceId}
      </p>
      <Button block>Stop early</Button>
    </main>
  );
}
