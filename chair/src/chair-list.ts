import { readFileSync } from "node:fs";
import { deviceIdPattern } from "@reposo/contract/fields.ts";

const deviceId = new RegExp(deviceIdPattern);

/**
 * Reads a file of `deviceId,secret` lines, and skips blank lines and a heading in the first line.
 * @throws Error with file and line if a line is invalid
 */
export function readChairList(path: string): { deviceId: string; secret: string }[] {
  return readFileSync(path, "utf8")
    .split(/\r?\n/)
    .map((text, index) => ({ cells: text.trim().split(","), line: index + 1 }))
    .filter(({ cells, line }) => cells[0] !== "" && !(line === 1 && cells[0] === "deviceId"))
    .map(({ cells: [id = "", secret = ""], line }) => {
      if (!deviceId.test(id)) throw new Error(`${path}:${line}: "${id}" is not a device ID`);
      if (secret === "") throw new Error(`${path}:${line}: ${id} has no secret`);
      return { deviceId: id, secret };
    });
}
