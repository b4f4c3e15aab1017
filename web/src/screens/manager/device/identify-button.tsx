import { deviceCommandSeconds, identification, identifyDevice } from "@reposo/contract/device-commands.ts";
import { useEffect, useRef, useState } from "react";
import { callApi } from "#platform/api-client.ts";
import { useOnline } from "#platform/connection.ts";
import { useFailureText } from "#platform/failure-text.tsx";
import { useText } from "#platform/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { Banner } from "#ui/notice.tsx";

const pollMilliseconds = 700;
/** Twice the time that a chair has to answer, for slow connections. */
const mostPolls = Math.ceil((2 * deviceCommandSeconds * 1_000) / pollMilliseconds);
const pause = () => new Promise((resolve) => setTimeout(resolve, pollMilliseconds));

/** Has the chair blink, and states whether the chair confirmed it. */
export function IdentifyButton({ deviceId, disabled }: { deviceId: string; disabled: boolean }) {
  const texts = useText("device");
  const online = useOnline();
  const { state, failure, identify } = useIdentify(deviceId);
  const failureText = useFailureText(failure);
  const result = {
    idle: null,
    pending: null,
    confirmed: texts.identified,
    refused: texts.identifyRefused,
    expired: texts.identifyExpired,
  }[state];
  return (
    <>
      <Button
        wide
        look="quiet"
        pending={state === "pending"}
        disabled={disabled || !online}
        onClick={() => void identify()}
      >
        {texts.identify}
      </Button>
      {result !== null && <Banner kind={state === "confirmed" ? "info" : "warn"}>{result}</Banner>}
      {failureText !== undefined && <Banner kind="error">{failureText}</Banner>}
    </>
  );
}

type State = "idle" | "pending" | "confirmed" | "refused" | "expired";

function useIdentify(deviceId: string) {
  const [state, setState] = useState<State>("idle");
  const [failure, setFailure] = useState<unknown>(null);
  const isBusy = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function identify(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setState("pending");
    setFailure(null);
    try {
      let command = await callApi(identifyDevice, { deviceId }, { quiet: true });
      for (let polls = 0; polls < mostPolls && command.state === "pending" && !isGone.current; polls += 1) {
        await pause();
        // An interrupted poll is repeated: the server decides when the command has expired.
        command = (await callApi(identification, { deviceId }, { quiet: true }).catch(() => null)) ?? command;
      }
      setState(command.state === "pending" ? "expired" : command.state);
    } catch (error) {
      setState("idle");
      setFailure(error);
    } finally {
      isBusy.current = false;
    }
  }
  return { state, failure, identify };
}
