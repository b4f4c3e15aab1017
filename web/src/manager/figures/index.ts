export { Comparison, type ComparedDay } from "./comparison.tsx";
export { CountsCard } from "./counts-card.tsx";
export { FiguresSkeleton } from "./figures-skeleton.tsx";
export { IncomeCard, type RowsOf } from "./income-card.tsx";
export { type Figures, useFigures, useFollowFigures, useOutletFigures } from "./use-figures.ts";
export { keepFigures, readKeptFigures } from "./kept-figures.ts";
