import { drawing } from "./drawing.tsx";

export const AscendingIcon = drawing(<path d="M12 19V5.5m-5 5 5-5 5 5" />);
export const DescendingIcon = drawing(<path d="M12 5v13.5m-5-5 5 5 5-5" />);
export const CalendarIcon = drawing(
  <path d="M6 5.5h12A1.5 1.5 0 0 1 19.5 7v11a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V7A1.5 1.5 0 0 1 6 5.5Zm-1.5 5h15M8.5 3.5v4m7-4v4" />,
);
export const PlaceIcon = drawing(
  <path d="M12 20.5s6.5-5.6 6.5-10.5a6.5 6.5 0 1 0-13 0c0 4.9 6.5 10.5 6.5 10.5ZM12 12.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5Z" />,
);
