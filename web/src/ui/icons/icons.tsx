import type { ReactNode } from "react";
import styles from "./icons.module.css";

/** Creates an icon on a 24 px grid. Icons are hidden from screen readers, because a text always states the meaning. */
export function createIcon(content: ReactNode) {
  return function Icon() {
    return (
      <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {content}
      </svg>
    );
  };
}

export const BackIcon = createIcon(<path d="M14.5 5.5 8 12l6.5 6.5" />);
export const ChevronIcon = createIcon(<path d="m9.5 6 6 6-6 6" />);
export const DownIcon = createIcon(<path d="m6.5 9.5 5.5 5.5 5.5-5.5" />);
export const CloseIcon = createIcon(<path d="m6.5 6.5 11 11m0-11-11 11" />);
export const CheckIcon = createIcon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const SearchIcon = createIcon(
  <path d="M16 16l4 4M10.75 18a7.25 7.25 0 1 0 0-14.5 7.25 7.25 0 0 0 0 14.5Z" />,
);
export const ScanIcon = createIcon(
  <path d="M4 8.5V6a2 2 0 0 1 2-2h2.5m7 0H18a2 2 0 0 1 2 2v2.5m0 7V18a2 2 0 0 1-2 2h-2.5m-7 0H6a2 2 0 0 1-2-2v-2.5M7 12h10" />,
);
export const PhotoIcon = createIcon(
  <path d="M6 4.5h12A1.5 1.5 0 0 1 19.5 6v12a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V6A1.5 1.5 0 0 1 6 4.5Zm-1.5 11L9 11l5.5 5.5 2-2 3 3M15 9h.01" />,
);
export const GlobeIcon = createIcon(
  <path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.75 9.5h16.5M3.75 14.5h16.5M12 3.5c-2.3 2.2-3.5 5-3.5 8.5s1.2 6.3 3.5 8.5c2.3-2.2 3.5-5 3.5-8.5s-1.2-6.3-3.5-8.5Z" />,
);
export const AlertIcon = createIcon(
  <path d="M12 9.5v4m0 3h.01M10.7 4.75 3.4 17.4a1.5 1.5 0 0 0 1.3 2.25h14.6a1.5 1.5 0 0 0 1.3-2.25L13.3 4.75a1.5 1.5 0 0 0-2.6 0Z" />,
);
export const InfoIcon = createIcon(
  <path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11.5V16m0-8h.01" />,
);
export const OfflineIcon = createIcon(
  <path d="M4.5 4.5l15 15M12 19h.01M8.25 15.25a5.3 5.3 0 0 1 5-1.25M4.75 11.5A10.3 10.3 0 0 1 9 9m5.5-.2c1.8.5 3.4 1.4 4.75 2.7" />,
);
export const LeafIcon = createIcon(
  <path d="M5 19C5 10 10 5 19.5 4.5 20 14 15 19 8.5 18.5 7 18.4 5.5 17 5.5 15M5 19c1.5-3.5 4-6 7.5-7.5" />,
);

export const DownloadIcon = createIcon(<path d="M12 4v10.5m-4.25-4L12 14.75l4.25-4.25M4.75 19.5h14.5" />);
export const CopyIcon = createIcon(
  <path d="M9.5 8.5h8a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 8 18v-8a1.5 1.5 0 0 1 1.5-1.5ZM5 15V6a1.5 1.5 0 0 1 1.5-1.5H15" />,
);

export const PhoneIcon = createIcon(
  <path d="M6.5 4h2.2a1 1 0 0 1 1 .8l.6 2.9a1 1 0 0 1-.3.9L8.5 10a12 12 0 0 0 5.5 5.5l1.4-1.5a1 1 0 0 1 .9-.3l2.9.6a1 1 0 0 1 .8 1v2.2a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 5 5.6 1.5 1.5 0 0 1 6.5 4Z" />,
);
export const ChatIcon = createIcon(
  <path d="M6 5h12a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 18 16h-6l-4 3.5V16H6a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 6 5Zm2.5 4h7m-7 3h4.5" />,
);

export const PlusIcon = createIcon(<path d="M12 5v14M5 12h14" />);
export const MinusIcon = createIcon(<path d="M5 12h14" />);
export const PositionIcon = createIcon(
  <path d="M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM12 3v2.5m0 13V21m9-9h-2.5m-13 0H3m9 1.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z" />,
);

export const AscendingIcon = createIcon(<path d="M12 19V5.5m-5 5 5-5 5 5" />);
export const DescendingIcon = createIcon(<path d="M12 5v13.5m-5-5 5 5 5-5" />);
export const LocationIcon = createIcon(
  <path d="M12 20.5s6.5-5.6 6.5-10.5a6.5 6.5 0 1 0-13 0c0 4.9 6.5 10.5 6.5 10.5ZM12 12.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5Z" />,
);

export const ShowIcon = createIcon(
  <path d="M2.75 12S6 5.75 12 5.75 21.25 12 21.25 12 18 18.25 12 18.25 2.75 12 2.75 12ZM12 14.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5Z" />,
);
export const HideIcon = createIcon(
  <path d="M4 4l16 16M10 6c.6-.15 1.3-.25 2-.25 6 0 9.25 6.25 9.25 6.25s-.9 1.75-2.6 3.4M6.2 7.6C4 9.3 2.75 12 2.75 12S6 18.25 12 18.25c1.5 0 2.8-.4 3.9-.95M10.1 10.1a2.75 2.75 0 0 0 3.8 3.8" />,
);
