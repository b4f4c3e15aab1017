export { comparisonQuery, statisticsQuery } from "./home-queries.ts";
export { OverviewFigures } from "./overview-figures.tsx";
