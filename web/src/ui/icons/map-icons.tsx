import { drawing } from "./drawing.tsx";

export const PlusIcon = drawing(<path d="M12 5v14M5 12h14" />);
export const MinusIcon = drawing(<path d="M5 12h14" />);
export const PositionIcon = drawing(
  <path d="M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM12 3v2.5m0 13V21m9-9h-2.5m-13 0H3m9 1.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z" />,
);
