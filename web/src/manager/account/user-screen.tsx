import { productVersion } from "@reposo/contract/product-version.ts";
import { useLayoutEffect, useState } from "react";
import { mayOpen } from "#manager/shared/session/account.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf, oneOf } from "#shared/routing/routes.ts";
import { AccountIcon } from "#ui/icons/manager-icons.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Columns } from "#ui/screen/columns.tsx";
import { Card, Section } from "#ui/screen/screen.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { LanguageRow, LogOutRow } from "#manager/shared/session/log-out-row.tsx";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { DevicesSection } from "./devices-section.tsx";
import { OutletsSection } from "./outlets-section.tsx";
import styles from "./user-screen.module.css";
import { ZoneSection } from "./zone-section.tsx";
import { readStored, writeStored } from "#shared/storage/local-storage.ts";
import { PasswordRow } from "#manager/shared/session/password-row.tsx";

const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

/** Returns the stored theme, which an inline script of the document has applied before the first paint. */
const chosenTheme = (): Theme => oneOf(themes, readStored("theme")) ?? "system";

function chooseTheme(theme: Theme): void {
  writeStored("theme", theme === "system" ? null : theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export default function UserScreen() {
  const { accountTitle } = useText("manager");
  return (
    <ManagerPage wide title={accountTitle}>
      {(ready) => <Account ready={ready} />}
    </ManagerPage>
  );
}

function Account({ ready: { userInfo } }: { ready: Ready }) {
  const shared = useText("shared");
  const texts = useText("manager");
  const account = useText("account");
  const [theme, setTheme] = useState<Theme>("system");
  // The server, whose markup the first rendering must equal, does not know the stored theme.
  useLayoutEffect(() => setTheme(chosenTheme()), []);
  // Until the manager has changed the initial password, which expires, the row to change it precedes all others.
  const password = <PasswordRow />;

  return (
    <>
      <Columns
        main={
          <>
            <Card>
              <div className={styles.person}>
                <span className={styles.mark}>
                  <AccountIcon />
                </span>
                <div className={styles.who}>
                  <span className="soft">{texts.manager}</span>
                  <span className={styles.name} dir="auto">
                    {userInfo.name}
                  </span>
                </div>
              </div>
            </Card>
            {userInfo.passwordExpiresAt !== null && password}
            {userInfo.phone !== null && (
              <List>
                <Row title={texts.phone} meta={userInfo.phone} />
              </List>
            )}
            <OutletsSection outlets={userInfo.outlets} />
            {mayOpen(userInfo, "cash") && (
              <List>
                <Row href={hrefOf("cash")} title={texts.cash} />
              </List>
            )}
          </>
        }
        side={
          <>
            <List>
              <Row href={hrefOf("notifications")} title={account.notifications} />
            </List>
            <ZoneSection />
            <Section>
              <List>
                <LanguageRow />
              </List>
              <Segmented
                label={account.theme}
                labelShown
                value={theme}
                choices={[
                  { value: "system", label: account.themeSystem },
                  { value: "light", label: account.themeLight },
                  { value: "dark", label: account.themeDark },
                ]}
                onChange={(chosen) => {
                  chooseTheme(chosen);
                  setTheme(chosen);
                }}
              />
            </Section>
            {userInfo.passwordExpiresAt === null && password}
            <DevicesSection />
            <LogOutRow />
          </>
        }
      />
      <p className="note">
        {shared.appTitle} · {texts.version} {productVersion}
      </p>
    </>
  );
}
