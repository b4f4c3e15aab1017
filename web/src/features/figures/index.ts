export { CountsCard } from "./counts-card.tsx";
export { FiguresSkeleton } from "./figures-skeleton.tsx";
export { IncomeCard } from "./income-card.tsx";
export { ownCurrencyFirst } from "./income-rules.ts";
export { useFigures, useFollowFigures } from "./use-figures.ts";
