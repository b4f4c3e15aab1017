export { AsOf } from "./as-of.tsx";
export { type ComparedDay, Comparison } from "./comparison.tsx";
export { CountsCard } from "./counts-card.tsx";
export { figureOptions, followedFigures } from "./use-figures.ts";
export { IncomeCard } from "./income-card.tsx";
export { storeFigures, readCachedFigures } from "./cached-figures.ts";
export { type Figures, useFigures, useFollowFigures, useOutletFigures } from "./use-figures.ts";
