import { createIcon } from "./icons.tsx";

export const RefreshIcon = createIcon(<path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4" />);
export const OverviewIcon = createIcon(<path d="M4 19.5h16M6.5 16v-4.5M12 16V5.5M17.5 16V9" />);
export const DetailsIcon = createIcon(
  <path d="M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5h.01M4 12h.01M4 17.5h.01" />,
);
export const OrdersIcon = createIcon(
  <path d="M6.5 4h11v16l-2.75-1.75L12 20l-2.75-1.75L6.5 20ZM9.5 8.5h5m-5 4h5" />,
);
export const CashIcon = createIcon(
  <path d="M4 9.5h16v10H4zM8 6.5h8M10 3.5h4M12 17a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" />,
);
export const AccountIcon = createIcon(
  <path d="M12 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5ZM4.75 20c.6-3.5 3.5-5.5 7.25-5.5s6.65 2 7.25 5.5" />,
);
export const ChairIcon = createIcon(
  <path d="M7.5 12.5V6.75A2.75 2.75 0 0 1 10.25 4h3.5a2.75 2.75 0 0 1 2.75 2.75v5.75M7.5 15.5v-3a1.75 1.75 0 1 0-3.5 0v5h16v-5a1.75 1.75 0 1 0-3.5 0v3h-9ZM6 17.5V20m12-2.5V20" />,
);
export const ChartIcon = createIcon(<path d="M4 4.5v15h16M7.5 14.5l3.75-4.25 3 2.75L19 7.5" />);
export const FilterIcon = createIcon(
  <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5ZM8.5 19.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5Z" />,
);
export const FeedbackIcon = createIcon(
  <path d="M5.75 5h12.5A1.75 1.75 0 0 1 20 6.75v8a1.75 1.75 0 0 1-1.75 1.75H12L7.75 20v-3.5h-2A1.75 1.75 0 0 1 4 14.75v-8A1.75 1.75 0 0 1 5.75 5ZM8 9.25h8m-8 3h5" />,
);
export const BellIcon = createIcon(
  <path d="M6.5 16.5v-5.75a5.5 5.5 0 0 1 11 0v5.75l1.5 1.5H5ZM10.25 20.5h3.5" />,
);
