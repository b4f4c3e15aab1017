import { drawing } from "./drawing.tsx";

export const BackIcon = drawing(<path d="M14.5 5.5 8 12l6.5 6.5" />);
export const ChevronIcon = drawing(<path d="m9.5 6 6 6-6 6" />);
export const DownIcon = drawing(<path d="m6.5 9.5 5.5 5.5 5.5-5.5" />);
export const CloseIcon = drawing(<path d="m6.5 6.5 11 11m0-11-11 11" />);
export const CheckIcon = drawing(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const SearchIcon = drawing(
  <path d="M16 16l4 4M10.75 18a7.25 7.25 0 1 0 0-14.5 7.25 7.25 0 0 0 0 14.5Z" />,
);
export const ScanIcon = drawing(
  <path d="M4 8.5V6a2 2 0 0 1 2-2h2.5m7 0H18a2 2 0 0 1 2 2v2.5m0 7V18a2 2 0 0 1-2 2h-2.5m-7 0H6a2 2 0 0 1-2-2v-2.5M7 12h10" />,
);
export const PhotoIcon = drawing(
  <path d="M6 4.5h12A1.5 1.5 0 0 1 19.5 6v12a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V6A1.5 1.5 0 0 1 6 4.5Zm-1.5 11L9 11l5.5 5.5 2-2 3 3M15 9h.01" />,
);
export const GlobeIcon = drawing(
  <path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.75 9.5h16.5M3.75 14.5h16.5M12 3.5c-2.3 2.2-3.5 5-3.5 8.5s1.2 6.3 3.5 8.5c2.3-2.2 3.5-5 3.5-8.5s-1.2-6.3-3.5-8.5Z" />,
);
export const AlertIcon = drawing(
  <path d="M12 9.5v4m0 3h.01M10.7 4.75 3.4 17.4a1.5 1.5 0 0 0 1.3 2.25h14.6a1.5 1.5 0 0 0 1.3-2.25L13.3 4.75a1.5 1.5 0 0 0-2.6 0Z" />,
);
export const InfoIcon = drawing(
  <path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11.5V16m0-8h.01" />,
);
export const OfflineIcon = drawing(
  <path d="M4.5 4.5l15 15M12 19h.01M8.25 15.25a5.3 5.3 0 0 1 5-1.25M4.75 11.5A10.3 10.3 0 0 1 9 9m5.5-.2c1.8.5 3.4 1.4 4.75 2.7" />,
);
export const LeafIcon = drawing(
  <path d="M5 19C5 10 10 5 19.5 4.5 20 14 15 19 8.5 18.5 7 18.4 5.5 17 5.5 15M5 19c1.5-3.5 4-6 7.5-7.5" />,
);
