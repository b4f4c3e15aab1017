import type { DeviceCommand } from "@reposo/contract/devices/device-commands.ts";
import { deviceCommandSeconds } from "@reposo/contract/devices/device-limits.ts";
import { useEffect, useRef, useState } from "react";
import { useOnline } from "#shared/api/connection.ts";
import { Button } from "#ui/button/button.tsx";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { callApi } from "#shared/api/api-client.ts";
import { useText } from "#shared/i18n/i18n.tsx";

/** The protocol does not state how long a chair blinks; the result is shown long enough to look for the chair. */
const blinkSeconds = 30;
const pollMilliseconds = 700;
/** The button polls for at least twice the time within which a chair must reply, to allow for slow connections. */
const maxPolls = Math.ceil((2 * deviceCommandSeconds * 1_000) / pollMilliseconds);
const pause = () => new Promise((resolve) => setTimeout(resolve, pollMilliseconds));

interface CommandButtonProps {
  readonly label: string;
  /** Texts for the outcome: the chair confirmed or refused the command, or did not reply in time. */
  readonly results: Readonly<Record<"confirmed" | "refused" | "expired", string>>;
  /** How long the effect of a confirmed command lasts; afterwards, its result is no longer shown. */
  readonly effectSeconds: number;
  readonly disabled: boolean;
  /** Question that the manager must confirm before the command is sent; none by default. */
  readonly question?: Readonly<Record<"title" | "text" | "yes" | "no", string>>;
  send(): Promise<DeviceCommand>;
  /** Fetches the latest command of this kind; null if there is none. */
  latest(): Promise<DeviceCommand | null>;
}

export function CommandButton({
  label,
  results,
  effectSeconds,
  disabled,
  question,
  send,
  latest,
}: CommandButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const online = useOnline();
  const { state, failure, execute } = useCommand({ send, latest, effectSeconds });
  const result = state === "idle" || state === "pending" ? null : results[state];
  return (
    <>
      <Button
        wide
        variant="quiet"
        pending={state === "pending"}
        disabled={disabled || !online}
        onClick={() => (question === undefined ? void execute() : setAsked(true))}
      >
        {label}
      </Button>
      {question !== undefined && (
        <Sheet open={isAsked} onClose={() => setAsked(false)} title={question.title}>
          <div className="stack">
            <p>{question.text}</p>
            <Button
              wide
              disabled={disabled || !online}
              onClick={() => {
                setAsked(false);
                void execute();
              }}
            >
              {question.yes}
            </Button>
            <Button variant="quiet" wide onClick={() => setAsked(false)}>
              {question.no}
            </Button>
          </div>
        </Sheet>
      )}
      {result !== null && <Banner kind={state === "confirmed" ? "info" : "warn"}>{result}</Banner>}
      <FailureBanner of={failure} />
    </>
  );
}

type State = "idle" | DeviceCommand["state"];

function useCommand({
  send,
  latest,
  effectSeconds,
}: Pick<CommandButtonProps, "send" | "latest" | "effectSeconds">) {
  const [state, setState] = useState<State>("idle");
  const [failure, setFailure] = useState<unknown>(null);
  const isBusy = useRef(false);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  useEffect(() => {
    if (state !== "confirmed") return undefined;
    const timer = setTimeout(() => setState("idle"), effectSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [state, effectSeconds]);

  async function execute(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setState("pending");
    setFailure(null);
    try {
      let command = await send();
      for (
        let polls = 0;
        polls < maxPolls && command.state === "pending" && !isUnmounted.current;
        polls += 1
      ) {
        await pause();
        // A failed poll does not end the polling, because the chair may still confirm the command.
        command = (await latest().catch(() => null)) ?? command;
      }
      setState(command.state === "pending" ? "expired" : command.state);
    } catch (error) {
      setState("idle");
      setFailure(error);
    } finally {
      isBusy.current = false;
    }
  }
  return { state, failure, execute };
}

export function IdentifyButton({ deviceId, disabled }: { deviceId: string; disabled: boolean }) {
  const { identify, identified, identifyRefused, identifyExpired } = useText("device");
  return (
    <CommandButton
      label={identify}
      results={{ confirmed: identified, refused: identifyRefused, expired: identifyExpired }}
      effectSeconds={blinkSeconds}
      disabled={disabled}
      send={() => callApi("identifyDevice", { deviceId }, { quiet: true })}
      latest={() => callApi("identification", { deviceId }, { quiet: true })}
    />
  );
}
