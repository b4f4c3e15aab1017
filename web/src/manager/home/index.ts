export { HomePreview } from "./home-preview.tsx";
export { OverviewFigures } from "./overview-figures.tsx";
