import type { Language } from "@reposo/contract/text/languages.ts";
import { type ExportLabels, exportLabelsEnUs } from "./export-labels-en-us.ts";
import { exportLabelsIdId } from "./export-labels-id-id.ts";
import { exportLabelsZhCn } from "./export-labels-zh-cn.ts";
import { exportLabelsZhTw } from "./export-labels-zh-tw.ts";

export type { ExportLabels } from "./export-labels-en-us.ts";
export type Heading = keyof ExportLabels["headings"];

export const exportLabels: Record<Language, ExportLabels> = {
  en_US: exportLabelsEnUs,
  zh_CN: exportLabelsZhCn,
  zh_TW: exportLabelsZhTw,
  id_ID: exportLabelsIdId,
};
