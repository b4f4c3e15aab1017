import { isPasswordTooLong, minPasswordLength } from "@reposo/contract/sessions/password-rules.ts";
import { normalisePassword } from "@reposo/contract/text/typed-text.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useRef, useState } from "react";
import { callEncrypted, canEncrypt } from "./encrypt-password.ts";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useFailureText } from "#shared/api/failure-text.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { showToast } from "#shared/toasts/toasts.ts";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { PasswordField } from "#ui/field/password-field.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";

export function PasswordSheet({ onClose }: { onClose: () => void }) {
  const texts = useText("account");
  const { showPassword, hidePassword, insecureText, passwordTooLong } = useText("manager");
  const { offlineReason } = useText("shared");
  const online = useOnline();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [repeated, setRepeated] = useState("");
  const [checked, setChecked] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const failureText = useFailureText(failure);
  const form = useRef<HTMLFormElement>(null);
  const isWrong = failure?.code === resultCodes.passwordWrong;
  const isNextRefused = refusesNext(failure);
  const tooLong = (password: string) => (isPasswordTooLong(password) ? passwordTooLong : undefined);
  const problems = {
    current: current === "" ? texts.currentMissing : tooLong(current),
    next: normalisePassword(next).length < minPasswordLength ? texts.passwordRule : tooLong(next),
    repeated: repeated === next ? undefined : texts.passwordsDiffer,
  };

  function focus(field: keyof typeof problems): void {
    form.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
  }

  async function submit(): Promise<void> {
    setChecked(true);
    setFailure(null);
    for (const field of ["current", "next", "repeated"] as const)
      if (problems[field] !== undefined) return focus(field);
    setPending(true);
    try {
      await changePassword(current, next);
      showToast(texts.passwordChanged);
      onClose();
    } catch (error) {
      setPending(false);
      if (!(error instanceof ApiFailure)) throw error;
      if (error.kind === "ended") return;
      setFailure(error);
      if (error.code === resultCodes.passwordWrong) focus("current");
      if (refusesNext(error)) focus("next");
    }
  }

  const shared = { showLabel: showPassword, hideLabel: hidePassword };
  return (
    <Sheet open onClose={onClose} title={texts.changePassword}>
      <form
        ref={form}
        className="stack"
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending && online) void submit();
        }}
      >
        <p className="soft">{canEncrypt() ? texts.changePasswordLead : insecureText}</p>
        <PasswordField
          {...shared}
          label={texts.currentPassword}
          name="current"
          value={current}
          onChange={(value) => {
            setCurrent(value);
            if (isWrong) setFailure(null);
          }}
          error={isWrong ? texts.currentWrong : checked ? problems.current : undefined}
        />
        <PasswordField
          {...shared}
          label={texts.newPassword}
          name="next"
          autoComplete="new-password"
          value={next}
          onChange={(value) => {
            setNext(value);
            if (isNextRefused) setFailure(null);
          }}
          hint={isNextRefused || (checked && problems.next !== undefined) ? undefined : texts.passwordRule}
          error={isNextRefused ? failureText : checked ? problems.next : undefined}
        />
        <PasswordField
          {...shared}
          label={texts.repeatPassword}
          name="repeated"
          autoComplete="new-password"
          value={repeated}
          onChange={setRepeated}
          error={checked ? problems.repeated : undefined}
        />
        {failureText !== undefined && !isWrong && !isNextRefused && (
          <Banner kind="error">{failureText}</Banner>
        )}
        {!online && <p className="soft">{offlineReason}</p>}
        <Button type="submit" wide pending={pending} disabled={!online || !canEncrypt()}>
          {texts.changePassword}
        </Button>
      </form>
    </Sheet>
  );
}

/** @throws ApiFailure if the call failed; after a refusal, the password is unchanged */
const changePassword = (current: string, next: string): Promise<null> =>
  callEncrypted(async ({ keyId, encrypt }) => {
    const [currentPassword, newPassword] = await Promise.all([encrypt(current), encrypt(next)]);
    return callApi("changePassword", { keyId, currentPassword, newPassword });
  });

const refusesNext = (failure: ApiFailure | null): boolean =>
  failure?.code === resultCodes.passwordCommon || failure?.code === resultCodes.passwordUnchanged;
