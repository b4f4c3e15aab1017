import { describe, expect, it } from "vitest";
import { blocksDownloads, createRowCounter } from "./use-export.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

it("counts the rows without the heading, regardless of how the file is split into chunks", () => {
  const file = bytes('a,b\r\n1,"two\nlines, and ""quotes"""\r\n2,x\r\n3,\r\n');
  for (let size = 1; size <= file.length; size += 1) {
    const count = createRowCounter();
    let rows = 0;
    for (let at = 0; at < file.length; at += size) rows = count(file.subarray(at, at + size));
    expect(rows).toBe(3);
  }
});

it("counts no rows before the first row is complete", () => {
  const count = createRowCounter();
  expect([count(bytes("")), count(bytes("a,b")), count(bytes("\r\n"))]).toEqual([0, 0, 0]);
});

const android = "Mozilla/5.0 (Linux; Android 13; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko)";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

const ipad = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";

describe("blocksDownloads", () => {
  it("offers a link first in an app on an iPad, which identifies as a Mac with a touch screen", () => {
    const app = { userAgent: ipad, savesFiles: true };
    const safari = { userAgent: `${ipad} Version/17.5 Safari/605.1.15`, savesFiles: true };
    expect(blocksDownloads({ ...app, maxTouchPoints: 5 })).toBe(true);
    expect(blocksDownloads({ ...app, maxTouchPoints: 0 })).toBe(false);
    expect(blocksDownloads({ ...safari, maxTouchPoints: 5 })).toBe(false);
  });

  it.each([
    ["GCash", `${android} Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 GCash/5.66`],
    ["Maya", `${android} Chrome/120.0.0.0 Mobile Safari/537.36 Maya/2.90 (Android)`],
    ["PayMaya", `${iphone} Mobile/15E148 PayMaya/2.9`],
    ["Touch 'n Go", `${android} Chrome/119.0.0.0 Mobile Safari/537.36 TNGD/1.8`],
    ["WeChat", `${android} Chrome/116.0.0.0 XWEB/1160 MMWEBSDK/2023 Mobile Safari/537.36 MicroMessenger/8.0`],
    ["Alipay", `${iphone} Mobile/20F66 AlipayDefined(nt:WIFI) AliApp(AP/10.5) AlipayClient/10.5`],
    [
      "an Android web view",
      `${android.replace(")", "; wv)")} Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36`,
    ],
    ["an app on an iPhone", `${iphone} Mobile/15E148`],
  ])("offers a link first in %s", (_app, userAgent) => {
    expect(blocksDownloads({ userAgent, savesFiles: true, maxTouchPoints: 0 })).toBe(true);
  });

  it.each([
    ["Chrome", `${android} Chrome/120.0.0.0 Mobile Safari/537.36`],
    ["Safari", `${iphone} Version/16.5 Mobile/15E148 Safari/604.1`],
    ["Samsung Internet", `${android} SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36`],
    ["a desktop", "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"],
  ])("downloads in %s", (_browser, userAgent) => {
    expect(blocksDownloads({ userAgent, savesFiles: true, maxTouchPoints: 0 })).toBe(false);
    expect(blocksDownloads({ userAgent, savesFiles: false, maxTouchPoints: 0 })).toBe(true);
  });
});
