import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useMemo, useRef, useState } from "react";
import { publicDeviceQuery } from "#customer/chair/index.ts";
import { PageBar } from "#customer/page-bar.tsx";
import { RecentOrders } from "#customer/orders/index.ts";
import { normaliseDeviceId } from "@reposo/contract/text/typed-text.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { useDocumentTitle } from "#shared/app/document-title.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { navigate } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { PhotoPick, useFindChair, Viewfinder } from "#shared/scanner/index.ts";
import { useSessionKind } from "#shared/session/session-kind.ts";
import { throttle } from "#shared/time/throttle.ts";
import { showToast } from "#shared/toasts/toasts.ts";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { LanguageSwitch } from "#ui/navigation/language-switch.tsx";
import { Screen } from "#ui/screen/screen.tsx";

const mayBeId = (given: string): boolean => /^[^\s:/]{1,64}$/.test(given);

/** Opens a chair whose code is scanned or photographed, or whose device ID is typed (QS-1). */
export default function QuickStartScreen() {
  const text = useText("scanning");
  const findChair = useFindChair();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<"deviceIdMissing" | "deviceUnknown" | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // Recent orders are shown to customers only.
  const isCustomer = useSessionKind() === "customer";
  useDocumentTitle(text.quickStart);

  const openChair = useMemo(
    () => throttle((deviceId: string) => navigate(hrefOf("chair", { deviceId }))),
    [],
  );

  const client = useQueryClient();
  // The chair's page would show the error page for an unknown chair, without the ID that was typed.
  const check = useMutation({
    mutationFn: (deviceId: string) => client.fetchQuery({ ...publicDeviceQuery(deviceId), retry: false }),
  });

  function report(found: "deviceIdMissing" | "deviceUnknown"): void {
    setProblem(found);
    if (found === "deviceUnknown") showToast(text.deviceUnknown, "error");
    form.current?.querySelector("input")?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const given = normaliseDeviceId(typed);
    const chair = findChair([typed]);
    // The page refuses text that cannot be a device ID, such as links of other sites; the server validates IDs (QS-2).
    const deviceId = "deviceId" in chair ? chair.deviceId : mayBeId(given) ? given : null;
    if (deviceId === null) return report(given === "" ? "deviceIdMissing" : "deviceUnknown");
    check.mutate(deviceId, {
      onSettled: (_, error) =>
        refusalCode(error) === resultCodes.deviceUnknown ? report("deviceUnknown") : openChair(deviceId),
    });
  }

  return (
    <Screen bar={<PageBar title={text.quickStart} action={<LanguageSwitch />} />}>
      <p className="muted">{text.quickStartLead}</p>
      <Viewfinder onFound={openChair} />
      <form ref={form} className="stack" onSubmit={submit} noValidate>
        <Field
          label={text.deviceId}
          value={typed}
          onChange={(value) => {
            // The result of a check of the earlier text has no effect.
            check.reset();
            setTyped(value);
            setProblem(null);
          }}
          error={problem === null ? undefined : text[problem]}
          hint={text.deviceIdHint}
          code
          inputMode="text"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={500}
          enterKeyHint="go"
        />
        <Button type="submit" wide variant={typed === "" ? "quiet" : "primary"} pending={check.isPending}>
          {text.next}
        </Button>
      </form>
      <PhotoPick onFound={openChair} />
      {isCustomer && <RecentOrders />}
    </Screen>
  );
}
