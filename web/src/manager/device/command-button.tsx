import type { DeviceCommand } from "@reposo/contract/devices/device-commands.ts";
import { deviceCommandSeconds } from "@reposo/contract/devices/device-limits.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type ApiQuery, apiQuery } from "#shared/api/api-query.ts";
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
/** Twice the time within which a chair must reply, to allow for slow connections. */
const maxWaitMilliseconds = 2 * deviceCommandSeconds * 1_000;

interface CommandButtonProps<Latest> {
  readonly label: string;
  readonly variant?: "primary" | "quiet" | undefined;
  /** Texts for the outcome: the chair confirmed or refused the command, or did not reply in time. */
  readonly results: Readonly<Record<"confirmed" | "refused" | "expired", string>>;
  /** How long the effect of a confirmed command lasts; afterwards, its result is no longer shown. */
  readonly effectSeconds: number;
  readonly disabled?: boolean;
  /** Question that the manager must confirm before the command is sent; none by default. */
  readonly question?: Readonly<Record<"title" | "text" | "yes" | "no", string>>;
  send(): Promise<DeviceCommand>;
  /** The query of the latest command of this kind, which is polled until the chair has replied. */
  readonly latest: ApiQuery<Latest>;
  readonly stateOf: (latest: Latest, sent: DeviceCommand) => DeviceCommand["state"];
}

/** Returns the state of the command that was sent; the latest one may still be an earlier command. */
export const stateOfSent = (latest: DeviceCommand | null, sent: DeviceCommand): DeviceCommand["state"] =>
  latest?.commandId === sent.commandId ? latest.state : "pending";

export function CommandButton<Latest>({
  label,
  variant = "quiet",
  results,
  effectSeconds,
  disabled = false,
  question,
  send,
  latest,
  stateOf,
}: CommandButtonProps<Latest>) {
  const [isAsked, setAsked] = useState(false);
  const online = useOnline();
  const { state, failure, execute } = useCommand({ send, latest, stateOf, effectSeconds });
  const result = state === "idle" || state === "pending" ? null : results[state];
  return (
    <>
      <Button
        wide
        variant={variant}
        pending={state === "pending"}
        disabled={disabled || !online}
        onClick={() => (question === undefined ? execute() : setAsked(true))}
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
                execute();
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

function useCommand<Latest>({
  send,
  latest,
  stateOf,
  effectSeconds,
}: Pick<CommandButtonProps<Latest>, "send" | "latest" | "stateOf" | "effectSeconds">) {
  const { data: sent, error, isPending, submittedAt, mutate, reset } = useMutation({ mutationFn: send });

  /** `polledAt` is the time of the last poll, also of a failed one, because the chair may still confirm the command. */
  function stateAfter(reply: Latest | undefined, polledAt: number): State {
    if (isPending) return "pending";
    if (sent === undefined || sent.state !== "pending") return sent?.state ?? "idle";
    const state = reply === undefined ? "pending" : stateOf(reply, sent);
    return state === "pending" && polledAt - submittedAt > maxWaitMilliseconds ? "expired" : state;
  }
  const { data, dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...latest,
    enabled: sent?.state === "pending",
    staleTime: 0,
    refetchInterval: ({ state: query }) =>
      stateAfter(query.data, Math.max(query.dataUpdatedAt, query.errorUpdatedAt)) === "pending" &&
      pollMilliseconds,
  });
  const state = stateAfter(data, Math.max(dataUpdatedAt, errorUpdatedAt));

  useEffect(() => {
    if (state !== "confirmed") return undefined;
    const timer = setTimeout(reset, effectSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [state, reset, effectSeconds]);
  return { state, failure: error, execute: () => mutate() };
}

export function IdentifyButton({ deviceId }: { deviceId: string }) {
  const { identify, identified, identifyRefused, identifyExpired } = useText("device");
  return (
    <CommandButton
      label={identify}
      results={{ confirmed: identified, refused: identifyRefused, expired: identifyExpired }}
      effectSeconds={blinkSeconds}
      send={() => callApi("identifyDevice", { deviceId }, { quiet: true })}
      latest={apiQuery("identification", { deviceId })}
      stateOf={stateOfSent}
    />
  );
}
