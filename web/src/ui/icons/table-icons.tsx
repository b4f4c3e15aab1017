import { drawing } from "./drawing.tsx";

export const AscendingIcon = drawing(<path d="M12 19V5.5m-5 5 5-5 5 5" />);
export const DescendingIcon = drawing(<path d="M12 5v13.5m-5-5 5 5 5-5" />);
export const PlaceIcon = drawing(
  <path d="M12 20.5s6.5-5.6 6.5-10.5a6.5 6.5 0 1 0-13 0c0 4.9 6.5 10.5 6.5 10.5ZM12 12.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5Z" />,
);
