import { drawing } from "./drawing.tsx";

export const DownloadIcon = drawing(<path d="M12 4v10.5m-4.25-4L12 14.75l4.25-4.25M4.75 19.5h14.5" />);
export const CopyIcon = drawing(
  <path d="M9.5 8.5h8a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 8 18v-8a1.5 1.5 0 0 1 1.5-1.5ZM5 15V6a1.5 1.5 0 0 1 1.5-1.5H15" />,
);
