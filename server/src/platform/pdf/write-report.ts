import { buffer } from "node:stream/consumers";
import Pdf from "pdfkit";
import { loadFonts } from "./text-fonts.ts";

export interface ReportSection {
  readonly heading: string;
  /** Rows of two columns: a label or a time, and a text. */
  readonly rows: readonly (readonly [label: string, text: string])[];
}

export interface Report {
  readonly title: string;
  readonly sections: readonly ReportSection[];
  /** At the bottom of each page, before the page number. */
  readonly footer: string;
}

const margin = 50;
const labelWidth = 135;
const sizes = { title: 16, heading: 12, row: 9.5, footer: 8 };

/** Writes a report as a PDF (A4). */
export async function writeReport(report: Report): Promise<Buffer> {
  const texts = report.sections.flatMap(({ heading, rows }) => [heading, ...rows.flat()]);
  const { fonts, splitByFont } = await loadFonts(
    [report.title, report.footer, ...texts, "0123456789 / "].join(""),
  );
  const pdf = new Pdf({ size: "A4", margin, bufferPages: true, info: { Title: report.title } });
  for (const [name, font] of fonts) pdf.registerFont(name, font);
  const right = pdf.page.width - margin;
  const bottom = pdf.page.height - margin - 20;

  const write = (text: string, size: number, x: number, y: number): void => {
    const runs = splitByFont(text);
    pdf.fontSize(size);
    runs.forEach(({ text: part, font }, index) => {
      pdf.font(font);
      const options = {
        width: right - x,
        continued: index < runs.length - 1,
        baseline: "alphabetic",
      } as const;
      if (index === 0) pdf.text(part, x, y, options);
      else pdf.text(part, options);
    });
  };
  /** Returns about the height of a text; words that do not fit into a line may add one. */
  const heightOf = (text: string): number => {
    const widthOf = (line: string) =>
      splitByFont(line).reduce(
        (sum, run) => sum + pdf.font(run.font).fontSize(sizes.row).widthOfString(run.text),
        0,
      );
    const lines = text
      .split("\n")
      .map((line) => Math.ceil((widthOf(line) * 1.05) / (right - margin - labelWidth)));
    return lines.reduce((sum, count) => sum + Math.max(count, 1), 0) * sizes.row * 1.4;
  };

  let y = margin + sizes.title;
  const advance = (height: number): void => {
    if (y + height > bottom) {
      pdf.addPage();
      y = margin + sizes.heading;
    }
  };
  write(report.title, sizes.title, margin, y);
  for (const { heading, rows } of report.sections) {
    y += sizes.heading * 2.4;
    advance(sizes.heading * 4);
    write(heading, sizes.heading, margin, y);
    y += sizes.heading * 1.6;
    for (const [label, text] of rows) {
      advance(heightOf(text));
      write(label, sizes.row, margin, y);
      write(text, sizes.row, margin + labelWidth, y);
      y = Math.max(y + sizes.row * 1.6, pdf.y + sizes.row * 0.4);
    }
  }
  const pages = pdf.bufferedPageRange().count;
  for (let page = 0; page < pages; page += 1) {
    pdf.switchToPage(page);
    pdf.page.margins.bottom = 0;
    write(`${report.footer}   ${page + 1} / ${pages}`, sizes.footer, margin, pdf.page.height - 30);
  }
  pdf.end();
  return buffer(pdf);
}
