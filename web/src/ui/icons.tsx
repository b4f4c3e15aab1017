import type { ReactNode } from "react";
import styles from "./icons.module.css";

/** Own drawings on a 24 grid, one stroke; decoration only, so the text beside them carries the meaning. */
function drawing(content: ReactNode) {
  return function Icon() {
    return (
      <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {content}
      </svg>
    );
  };
}

export const BackIcon = drawing(<path d="M14.5 5.5 8 12l6.5 6.5" />);
export const ChevronIcon = drawing(<path d="m9.5 6 6 6-6 6" />);
export const DownIcon = drawing(<path d="m6.5 9.5 5.5 5.5 5.5-5.5" />);
export const CloseIcon = drawing(<path d="m6.5 6.5 11 11m0-11-11 11" />);
export const CheckIcon = drawing(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const SearchIcon = drawing(
  <path d="M16 16l4 4M10.75 18a7.25 7.25 0 1 0 0-14.5 7.25 7.25 0 0 0 0 14.5Z" />,
);
export const RefreshIcon = drawing(<path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4" />);
export const OverviewIcon = drawing(<path d="M4 19.5h16M6.5 16v-4.5M12 16V5.5M17.5 16V9" />);
export const DetailsIcon = drawing(
  <path d="M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5h.01M4 12h.01M4 17.5h.01" />,
);
export const AccountIcon = drawing(
  <path d="M12 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5ZM4.75 20c.6-3.5 3.5-5.5 7.25-5.5s6.65 2 7.25 5.5" />,
);
export const ChairIcon = drawing(
  <path d="M7.5 12.5V6.75A2.75 2.75 0 0 1 10.25 4h3.5a2.75 2.75 0 0 1 2.75 2.75v5.75M7.5 15.5v-3a1.75 1.75 0 1 0-3.5 0v5h16v-5a1.75 1.75 0 1 0-3.5 0v3h-9ZM6 17.5V20m12-2.5V20" />,
);
export const ChartIcon = drawing(<path d="M4 4.5v15h16M7.5 14.5l3.75-4.25 3 2.75L19 7.5" />);
export const ScanIcon = drawing(
  <path d="M4 8.5V6a2 2 0 0 1 2-2h2.5m7 0H18a2 2 0 0 1 2 2v2.5m0 7V18a2 2 0 0 1-2 2h-2.5m-7 0H6a2 2 0 0 1-2-2v-2.5M7 12h10" />,
);
export const PhotoIcon = drawing(
  <path d="M6 4.5h12A1.5 1.5 0 0 1 19.5 6v12a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V6A1.5 1.5 0 0 1 6 4.5Zm-1.5 11L9 11l5.5 5.5 2-2 3 3M15 9h.01" />,
);
export const ShowIcon = drawing(
  <path d="M2.75 12S6 5.75 12 5.75 21.25 12 21.25 12 18 18.25 12 18.25 2.75 12 2.75 12ZM12 14.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5Z" />,
);
export const HideIcon = drawing(
  <path d="M4 4l16 16M10 6c.6-.15 1.3-.25 2-.25 6 0 9.25 6.25 9.25 6.25s-.9 1.75-2.6 3.4M6.2 7.6C4 9.3 2.75 12 2.75 12S6 18.25 12 18.25c1.5 0 2.8-.4 3.9-.95M10.1 10.1a2.75 2.75 0 0 0 3.8 3.8" />,
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
export const ClockIcon = drawing(<path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2" />);
export const LogoutIcon = drawing(
  <path d="M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10 12h10.5m-3.5-3.75L20.75 12 17 15.75" />,
);
export const ThemeIcon = drawing(<path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Zm0-17v17" />);
export const LeafIcon = drawing(
  <path d="M5 19C5 10 10 5 19.5 4.5 20 14 15 19 8.5 18.5 7 18.4 5.5 17 5.5 15M5 19c1.5-3.5 4-6 7.5-7.5" />,
);
export const FilterIcon = drawing(
  <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5ZM8.5 19.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5Z" />,
);
