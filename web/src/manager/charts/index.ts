export {
  type ChartChoice,
  type ChartUnit,
  choiceQuery,
  chosenSeries,
  readChoice,
  withKind,
} from "./chart-choice.ts";
export { type ChartRows, isEmpty, modelOf } from "./chart-model.ts";
export { ChartSkeleton } from "./chart-skeleton.tsx";
export { ChartTable } from "./chart-table.tsx";
export { chartWords } from "./chart-words.ts";
export { useChart } from "./use-chart.ts";
export { fetchDrawing, useDrawing } from "./use-drawing.ts";
