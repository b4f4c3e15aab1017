import { isPasswordTooLong } from "@reposo/contract/sessions/password-rules.ts";
import { type FormEvent, useRef, useState } from "react";
import { logIn } from "#manager/shared/session/log-in.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { navigate, relaunch, relaunchToLanding } from "#shared/routing/navigation.ts";
import { hrefOf, ownHref } from "#shared/routing/routes.ts";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { PasswordField } from "#ui/field/password-field.tsx";

/**
 * Opens the page at `next`, the address that was requested before login. If it is null, home, or not a page of the
 * product, opens home, or the account's first permitted tab if the account may not open home.
 */
export function leaveLogin(next: string | null): void {
  const requested = ownHref(next, window.location.origin);
  if (requested === null || requested === hrefOf("home")) relaunchToLanding();
  else relaunch(requested);
}

export function LoginForm({ next }: { next: string | null }) {
  const texts = useText("manager");
  const [account, setAccount] = useState("");
  const [password, setPassword] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useRef<HTMLFormElement>(null);

  function passwordProblem(text: string): string | undefined {
    if (text === "") return texts.passwordMissing;
    return isPasswordTooLong(text) ? texts.passwordTooLong : undefined;
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (pending) return;
    // Reads the fields, because a password manager may fill them in without an event.
    const filled = new FormData(form.current ?? undefined);
    const textOf = (name: string): string => {
      const value = filled.get(name);
      return typeof value === "string" ? value : "";
    };
    const given = { account: textOf("account").trim(), password: textOf("password") };
    setAccount(given.account);
    setPassword(given.password);
    setSubmitted(true);
    if (given.account === "" || passwordProblem(given.password) !== undefined) {
      form.current
        ?.querySelector<HTMLElement>(given.account === "" ? "[name=account]" : "[name=password]")
        ?.focus();
      return;
    }
    setPending(true);
    setFailure(null);
    try {
      const { isInitial } = await logIn(given.account, given.password);
      // After login with an initial password, the account page requests a new one. Accounts without access to that page
      // are redirected to their first permitted page, which also offers to change the password.
      if (isInitial) navigate(hrefOf("user"), { replace: true, landing: true });
      else leaveLogin(next);
    } catch (error) {
      setFailure(error);
      setPending(false);
    }
  }

  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={texts.account}
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        value={account}
        onChange={setAccount}
        error={submitted && account.trim() === "" ? texts.accountMissing : undefined}
      />
      <PasswordField
        label={texts.password}
        name="password"
        showLabel={texts.showPassword}
        hideLabel={texts.hidePassword}
        value={password}
        onChange={setPassword}
        error={submitted ? passwordProblem(password) : undefined}
      />
      <FailureBanner of={failure} />
      <Button type="submit" wide pending={pending}>
        {texts.logIn}
      </Button>
      <p className="note">{texts.passwordForgotten}</p>
    </form>
  );
}
