import { alertKinds, alertPermissions } from "@reposo/contract/alerts/alert-kinds.ts";
import type { NotificationSettings } from "@reposo/contract/alerts/notifications.ts";
import { maxEmailLength } from "@reposo/contract/text/text-limits.ts";
import { type ReactNode, useRef, useState } from "react";
import { mayOpen, type UserInfo } from "#manager/shared/session/account.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { showToast } from "#shared/toasts/toasts.ts";
import { Button } from "#ui/button/button.tsx";
import { CheckList } from "#ui/choice/check-list.tsx";
import { Field } from "#ui/field/field.tsx";
import { FailureBanner } from "#manager/shared/frame/failure-banner.tsx";
import { Columns } from "#ui/screen/columns.tsx";
import { Card, Section } from "#ui/screen/screen.tsx";
import styles from "./notifications.module.css";
import { callApi } from "#shared/api/api-client.ts";

const defaultQuietHours = { quietFrom: "22:00", quietTo: "07:00" };

export function SettingsForm({
  userInfo,
  settings,
  children,
}: {
  userInfo: UserInfo;
  settings: NotificationSettings;
  /** The section of this device, which is above the settings. */
  children: ReactNode;
}) {
  const texts = useText("notifications");
  const { offlineReason } = useText("shared");
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState(settings.email ?? "");
  const [isQuiet, setQuiet] = useState(settings.quietFrom !== null);
  const [quietFrom, setQuietFrom] = useState(settings.quietFrom ?? defaultQuietHours.quietFrom);
  const [quietTo, setQuietTo] = useState(settings.quietTo ?? defaultQuietHours.quietTo);
  const [mutedKinds, setMutedKinds] = useState<ReadonlySet<string>>(new Set(settings.mutedKinds));
  const [mutedAreas, setMutedAreas] = useState<ReadonlySet<string>>(new Set(settings.mutedAreaIds));
  const [checked, setChecked] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const kinds = alertKinds.filter((kind) => mayOpen(userInfo, alertPermissions[kind]));
  const problems = {
    email:
      email.trim() === "" || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : texts.emailWrong,
    quietFrom: isQuiet && quietFrom === "" ? texts.quietMissing : undefined,
    quietTo: isQuiet ? quietToProblem() : undefined,
  };

  function quietToProblem(): string | undefined {
    if (quietTo === "") return texts.quietMissing;
    return quietTo === quietFrom ? texts.quietSame : undefined;
  }

  async function submit(): Promise<void> {
    setChecked(true);
    setFailure(null);
    for (const field of ["email", "quietFrom", "quietTo"] as const)
      if (problems[field] !== undefined) {
        form.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
        return;
      }
    setPending(true);
    try {
      // The server clears omitted fields.
      const request = {
        ...(email.trim() !== "" && { email: email.trim() }),
        ...(isQuiet && { quietFrom, quietTo }),
        mutedKind: alertKinds.filter((kind) => mutedKinds.has(kind)),
        mutedAreaId: userInfo.outlets.map(({ areaId }) => areaId).filter((areaId) => mutedAreas.has(areaId)),
      };
      await callApi("saveNotificationSettings", request, { quiet: true });
      showToast(texts.saved);
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  }

  return (
    <form
      ref={form}
      className="stack-5"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending && online) void submit();
      }}
    >
      <Columns
        main={
          <>
            {children}
            {settings.emailAvailable && (
              <Card>
                <Field
                  label={texts.email}
                  name="email"
                  type="email"
                  autoComplete="email"
                  maxLength={maxEmailLength}
                  value={email}
                  onChange={setEmail}
                  hint={texts.emailHint}
                  error={checked ? problems.email : undefined}
                />
              </Card>
            )}
            <Section title={texts.quiet}>
              <Whole>
                <CheckList
                  label={texts.quiet}
                  choices={[{ value: "quiet", label: texts.quietUse }]}
                  chosen={new Set(isQuiet ? ["quiet"] : [])}
                  onToggle={() => setQuiet(!isQuiet)}
                />
              </Whole>
              {isQuiet && (
                <Card>
                  <div className={styles.times}>
                    <Field
                      label={texts.quietFrom}
                      name="quietFrom"
                      type="time"
                      value={quietFrom}
                      onChange={setQuietFrom}
                      error={checked ? problems.quietFrom : undefined}
                    />
                    <Field
                      label={texts.quietTo}
                      name="quietTo"
                      type="time"
                      value={quietTo}
                      onChange={setQuietTo}
                      error={checked ? problems.quietTo : undefined}
                    />
                  </div>
                </Card>
              )}
              <p className={styles.soft}>{texts.quietHint}</p>
            </Section>
          </>
        }
        side={
          <>
            <Section title={texts.kinds}>
              <NotMuted
                label={texts.kinds}
                choices={kinds.map((kind) => ({ value: kind, label: texts[kind] }))}
                muted={mutedKinds}
                onChange={setMutedKinds}
              />
            </Section>
            {/* A single outlet is listed only if it was muted while there were others, so that it can be unmuted. */}
            {(userInfo.outlets.length > 1 ||
              userInfo.outlets.some(({ areaId }) => settings.mutedAreaIds.includes(areaId))) && (
              <Section title={texts.outlets}>
                <NotMuted
                  label={texts.outlets}
                  choices={userInfo.outlets.map(({ areaId, areaName }) => ({
                    value: areaId,
                    label: areaName,
                  }))}
                  muted={mutedAreas}
                  onChange={setMutedAreas}
                />
              </Section>
            )}
          </>
        }
      />
      <FailureBanner of={failure} />
      {!online && <p className={styles.soft}>{offlineReason}</p>}
      <Button type="submit" wide pending={pending} disabled={!online}>
        {texts.save}
      </Button>
    </form>
  );
}

/** Shows a list at its full height, so that it does not scroll separately from the page. */
function Whole({ children }: { children: ReactNode }) {
  return (
    <Card padded={false}>
      <div className={styles.whole}>{children}</div>
    </Card>
  );
}

/**
 * A list in which the user checks the items whose notifications are delivered. Only unchecked items are stored, as
 * muted, so that notifications of items added later are delivered.
 */
function NotMuted({
  label,
  choices,
  muted,
  onChange,
}: {
  label: string;
  choices: readonly { readonly value: string; readonly label: string }[];
  muted: ReadonlySet<string>;
  onChange: (muted: ReadonlySet<string>) => void;
}) {
  return (
    <Whole>
      <CheckList
        label={label}
        choices={choices}
        chosen={new Set(choices.map(({ value }) => value).filter((value) => !muted.has(value)))}
        onToggle={(value) => {
          const changed = new Set(muted);
          if (!changed.delete(value)) changed.add(value);
          onChange(changed);
        }}
      />
    </Whole>
  );
}
