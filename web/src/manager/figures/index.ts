export { AsOf } from "./as-of.tsx";
export { type ComparedDay, Comparison } from "./comparison.tsx";
export { CountsCard } from "./counts-card.tsx";
export { figureOptions, figuresKey } from "./use-figures.ts";
export { IncomeCard } from "./income-card.tsx";
export { type Figures, useRefetchFigures, useOutletFigures } from "./use-figures.ts";
