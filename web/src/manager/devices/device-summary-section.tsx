import { LoadFailed } from "#manager/shared/frame/load-failed.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import { DeviceSummary, type DeviceSummaryProps } from "./device-summary.tsx";

export function DeviceSummarySection({
  device,
  failed,
  onRetry,
  ...summary
}: Omit<DeviceSummaryProps, "device"> & {
  /** Undefined while the device loads; null if no device has this ID. */
  device: DeviceSummaryProps["device"] | null | undefined;
  failed: boolean;
  onRetry: () => void;
}) {
  const texts = useText("lists");
  if (device) return <DeviceSummary device={device} {...summary} />;
  return (
    <div className="stack">
      {device === null ? (
        <Notice kind="nothingMatches" title={texts.deviceGone} />
      ) : failed ? (
        <LoadFailed title={texts.devicesFailed} onRetry={onRetry} />
      ) : (
        <Skeleton shape="card" />
      )}
    </div>
  );
}
