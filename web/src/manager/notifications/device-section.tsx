import type { NotificationSettings } from "@reposo/contract/alerts/notifications.ts";
import { useState } from "react";
import { usePushOnDevice } from "./use-push-on-device.ts";
import { callApi } from "#shared/api/api-client.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { showToast } from "#shared/toasts/toasts.ts";
import { Button } from "#ui/button/button.tsx";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Card, Section } from "#ui/screen/screen.tsx";

/** Turns push notifications in this browser on or off, and sends a test message. */
export function DeviceSection({
  vapidPublicKey,
  email,
  accountId,
}: Pick<NotificationSettings, "vapidPublicKey" | "email"> & { accountId: string }) {
  const texts = useText("notifications");
  const online = useOnline();
  const { state, pending, failed, turnOn, turnOff } = usePushOnDevice({ vapidPublicKey, accountId });
  return (
    <Section title={texts.device}>
      <Card>
        <div className="stack">
          {/* Until the state is known, shows the text for `off`, so that the layout does not shift. */}
          <p role="status">{texts[state ?? "off"]}</p>
          {failed !== null && (
            <Banner kind="error">{failed === "on" ? texts.pushFailed : texts.pushOffFailed}</Banner>
          )}
          {(state === null || state === "off") && (
            <Button wide pending={pending || state === null} disabled={!online} onClick={() => void turnOn()}>
              {texts.turnOn}
            </Button>
          )}
          {state === "on" && (
            <Button wide variant="quiet" pending={pending} disabled={!online} onClick={() => void turnOff()}>
              {texts.turnOff}
            </Button>
          )}
          {/* Without an e-mail address, a device that cannot receive notifications has nothing to test. */}
          {(state === "on" || state === "off" || email !== null) && <TestButton />}
        </div>
      </Card>
    </Section>
  );
}

function TestButton() {
  const texts = useText("notifications");
  const online = useOnline();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function send(): Promise<void> {
    setPending(true);
    setFailure(null);
    try {
      const { channel } = await callApi("sendTestNotification", undefined, { quiet: true });
      const sent = { push: texts.testPush, email: texts.testEmail };
      showToast(channel === null ? texts.testNone : sent[channel]);
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  }
  return (
    <>
      <Button wide variant="plain" pending={pending} disabled={!online} onClick={() => void send()}>
        {texts.sendTest}
      </Button>
      <FailureBanner of={failure} />
    </>
  );
}
