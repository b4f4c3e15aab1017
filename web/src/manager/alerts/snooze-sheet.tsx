import type { Snooze } from "@reposo/contract/alerts/alerts.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { useOnline } from "#shared/api/connection.ts";
import { Button } from "#ui/button/button.tsx";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";

const choices = ["hour", "tomorrow", "change"] as const satisfies readonly Snooze[];

export function SnoozeSheet({
  pending,
  failure,
  onChoose,
  onClose,
}: {
  pending: boolean;
  failure: unknown;
  onChoose: (until: Snooze) => Promise<void>;
  onClose: () => void;
}) {
  const texts = useText("alerts");
  const { offlineReason } = useText("shared");
  const online = useOnline();
  return (
    <Sheet open onClose={onClose} title={texts.snooze}>
      <div className="stack">
        <p className="soft">{texts.snoozeText}</p>
        {choices.map((until) => (
          <Button
            key={until}
            wide
            variant="quiet"
            disabled={pending || !online}
            onClick={() => void onChoose(until)}
          >
            {texts[until]}
          </Button>
        ))}
        <FailureBanner of={failure} />
        {!online && <p className="soft">{offlineReason}</p>}
      </div>
    </Sheet>
  );
}
