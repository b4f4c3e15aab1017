import { usePageData } from "#shared/api/page-data.ts";
import { routes } from "#shared/routing/routes.ts";

const plainId = /^[A-Z0-9]{4,20}$/;

/** Why a picture or a text leads to no chair. */
export type ScanProblem = "deviceUnknown" | "severalChairs";
export type FoundChair = { readonly deviceId: string } | { readonly problem: ScanProblem };

/**
 * Returns the chair whose code is among the given ones, which is a chair link of an accepted origin or, if there is
 * none, a device ID (QS-2). The app never opens a scanned link. Codes of several chairs are a problem, because a
 * customer would pay for a massage on the wrong one.
 */
export function findChair(codes: readonly string[], acceptedOrigins: readonly string[]): FoundChair {
  const given = codes.map((code) => code.trim());
  const linked = given.map((text) => deviceIdOfLink(text, acceptedOrigins));
  // Another label near the chair may contain a text that looks like a device ID.
  const ids = linked.some((id) => id !== null) ? linked : given.map(toDeviceId);
  const [deviceId, ...others] = new Set(ids.filter((id) => id !== null));
  if (deviceId === undefined) return { problem: "deviceUnknown" };
  return others.length > 0 ? { problem: "severalChairs" } : { deviceId };
}

function deviceIdOfLink(text: string, acceptedOrigins: readonly string[]): string | null {
  try {
    const url = new URL(text);
    if (!acceptedOrigins.includes(url.origin) || url.pathname !== routes.chair.path) return null;
    return toDeviceId((url.searchParams.get("deviceId") ?? "").trim());
  } catch {
    return null;
  }
}

function toDeviceId(text: string): string | null {
  const upperCased = text.toUpperCase();
  return plainId.test(upperCased) ? upperCased : null;
}

/** Returns `findChair` with the origins that the operator accepts. */
export function useFindChair(): (codes: readonly string[]) => FoundChair {
  const { acceptedOrigins } = usePageData().settings;
  return (codes) => findChair(codes, [window.location.origin, ...acceptedOrigins]);
}
