import { describe, expect, it } from "vitest";
import { kindOfFile, validateFile, storedName } from "./file-rules.ts";

const file = (name: string, type: string, size = 1) => ({ name, type, size });

describe("a chosen file", () => {
  it("[FB-2] is recognised by its MIME type, or by its extension if the phone reports none", () => {
    expect(kindOfFile(file("a", "image/jpeg"))).toEqual({ kind: "picture", type: "image/jpeg" });
    expect(kindOfFile(file("IMG_1.HEIC", ""))).toEqual({ kind: "picture", type: "image/heic" });
    expect(kindOfFile(file("clip.3gp", "application/octet-stream"))?.type).toBe("video/3gpp");
    for (const name of ["a.svg", "a.html", "a.gif", "a"]) expect(kindOfFile(file(name, ""))).toBeNull();
  });

  it("[FB-2] is refused before the upload if it is a video over 100 MB, of an unknown type, or a picture over 20 MB after scaling", () => {
    expect(validateFile(file("a.mp4", "video/mp4", 104_857_600))).toBeNull();
    expect(validateFile(file("a.mp4", "video/mp4", 104_857_601))).toBe("videoTooLarge");
    expect(validateFile(file("a.jpg", "image/jpeg", 30_000_000))).toBeNull();
    expect(validateFile(file("a.jpg", "image/jpeg", 20 * 1024 * 1024 + 1), true)).toBe("pictureTooLarge");
    expect(validateFile(file("a.svg", "image/svg+xml"))).toBe("type");
    expect(validateFile(file("a.png", "image/png", 0))).toBe("empty");
  });

  it("[FB-2] is stored under its name with a timestamp and without path separators", () => {
    expect(storedName("chair.jpg", 1795000000000)).toBe("chair-1795000000000.jpg");
    expect(storedName("../../etc/pass\0wd", 1)).toBe("etcpasswd-1");
    expect(storedName("椅子 (2).mp4", 7)).toBe("椅子 (2)-7.mp4");
    expect(storedName("", 7)).toBe("file-7");
    expect(storedName("x".repeat(300), 7).length).toBeLessThan(100);
  });
});
