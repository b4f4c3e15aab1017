import { callApi } from "#shared/api/api-client.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { OutOfServiceSheet } from "./out-of-service-sheet.tsx";
import { useOpening } from "#manager/shared/frame/use-opening.ts";
import { useChange } from "#manager/shared/session/use-change.ts";

export function TakeOutButton({
  deviceId,
  onChanged,
}: {
  deviceId: string;
  onChanged: () => Promise<unknown>;
}) {
  const texts = useText("device");
  const online = useOnline();
  const { isOpen, open, close, closeOwn } = useOpening();
  const { pending, failure, clearFailure, change } = useChange(onChanged);
  return (
    <>
      <Button
        wide
        variant="quiet"
        disabled={!online}
        onClick={() => {
          clearFailure();
          open();
        }}
      >
        {texts.takeOut}
      </Button>
      {!isOpen && <FailureBanner of={failure} />}
      {isOpen && (
        <OutOfServiceSheet
          pending={pending}
          failure={failure}
          clearFailure={clearFailure}
          onConfirm={async (reason) => {
            const request = { deviceId, inService: false, reason };
            if (await change(() => callApi("changeService", request, { quiet: true }))) closeOwn();
          }}
          onClose={() => {
            clearFailure();
            close();
          }}
        />
      )}
    </>
  );
}
