import { noReaderName } from "./code-reader.ts";

export type CameraFailure = "denied" | "none" | "busy" | "insecure" | "noReader" | "failed";

/** Why the camera did not open, by the name of the error of `getUserMedia`. */
export function cameraFailureOf(errorName: string): CameraFailure {
  switch (errorName) {
    case "NotAllowedError":
    case "PermissionDeniedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "DevicesNotFoundError":
    case "OverconstrainedError":
      return "none";
    case "NotReadableError":
    case "TrackStartError":
    case "AbortError":
      return "busy";
    case noReaderName:
      return "noReader";
    default:
      return "failed";
  }
}
