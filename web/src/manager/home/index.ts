export { comparisonQuery, statisticsQuery } from "./home-queries.ts";
export { default as HomeScreen } from "./home-screen.tsx";
export { OverviewFigures } from "./overview-figures.tsx";
