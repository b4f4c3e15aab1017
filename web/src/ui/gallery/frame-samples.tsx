import { type ComponentType, useState } from "react";
import type { Texts } from "#locales/texts.ts";
import type { ToastMessage } from "#shared/toasts/toasts.ts";
import { Button } from "#ui/button/button.tsx";
import * as icons from "#ui/icons/manager-icons.tsx";
import { NavBar } from "#ui/nav-bar/nav-bar.tsx";
import { Card, Section } from "#ui/screen/screen.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { TabBar } from "#ui/tab-bar/tab-bar.tsx";
import { ToastHost } from "#ui/toast/toast-host.tsx";
import styles from "./frame-samples.module.css";

export function FrameSamples({ texts }: { texts: Texts["manager"] }) {
  const [open, setOpen] = useState(false);
  const [toast, setToast] = useState<ToastMessage | null>(null);
  const close = () => setOpen(false);
  return (
    <>
      <Section title="Sheet, Toast">
        <Button variant="quiet" onClick={() => setOpen(true)}>
          Sheet
        </Button>
        <Button variant="quiet" onClick={() => setToast({ id: 1, text: texts.figuresFailed, tone: "plain" })}>
          Toast
        </Button>
        <Button variant="quiet" onClick={() => setToast({ id: 2, text: texts.figuresFailed, tone: "error" })}>
          Toast, error
        </Button>
        <Sheet open={open} onClose={close} title={texts.logOutQuestion}>
          <Button variant="danger" wide onClick={close}>
            {texts.logOut}
          </Button>
          <Button variant="plain" wide onClick={close}>
            {texts.cancel}
          </Button>
        </Sheet>
        <ToastHost toast={toast} />
      </Section>
      <Section title="NavBar">
        <NavBar title={texts.deviceList} />
        <NavBar
          title={texts.accountTitle}
          back={{ label: texts.cancel, onBack: () => {} }}
          action={<Button variant="plain">{texts.refresh}</Button>}
        />
      </Section>
      <Section title="Icon">
        <Card>
          <div className={styles.icons}>
            {Object.entries(icons).map(([name, Icon]: [string, ComponentType]) => (
              <Icon key={name} />
            ))}
          </div>
        </Card>
      </Section>
      <TabBar
        label={texts.tabs}
        tabs={[
          { href: "#overview", label: texts.overviewTab, icon: <icons.OverviewIcon />, current: true },
          { href: "#details", label: texts.detailsTab, icon: <icons.DetailsIcon />, current: false },
          { href: "#account", label: texts.accountTab, icon: <icons.AccountIcon />, current: false },
        ]}
      />
    </>
  );
}
