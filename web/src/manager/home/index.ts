export { homeQueries } from "./home-queries.ts";
export { OverviewFigures } from "./overview-figures.tsx";
