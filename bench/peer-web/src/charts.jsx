import { Card, Segmented } from "antd-mobile";
import { LineChart } from "echarts/charts";
import { GridComponent, TooltipComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";
import { ManagerPage } from "./frame.jsx";

use([LineChart, GridComponent, TooltipComponent, SVGRenderer]);

export default function Charts() {
  return (
    <ManagerPage title="Charts" calls={[["statistics/h5/incomeChart", { range: "today" }]]}>
      {([{ series }]) => (
        <>
          <Segmented options={["Today", "Income", "Orders"]} />
          {series.map(({ currency, points }) => (
            <Card key={currency} title={currency}>
              <Chart points={points} />
            </Card>
          ))}
        </>
      )}
    </ManagerPage>
  );
}

function Chart({ points }) {
  const place = useRef(null);
  useEffect(() => {
    const chart = init(place.current, null, { renderer: "svg" });
    chart.setOption({
      animation: false,
      tooltip: { trigger: "axis" },
      xAxis: { type: "category", data: points.map(({ at }) => new Date(at).getHours()) },
      yAxis: { type: "value" },
      series: ["online", "cash"].map((name) => ({
        name,
        type: "line",
        data: points.map((point) => point[name] / 100),
      })),
    });
    return () => chart.dispose();
  }, [points]);
  return <div ref={place} data-chart style={{ height: 280 }} />;
}
