import { useState } from "react";
import { logOut } from "./log-out.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { createIcon } from "#ui/icons/icons.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { LanguageSwitch } from "#ui/navigation/language-switch.tsx";

const LogoutIcon = createIcon(
  <path d="M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10 12h10.5m-3.5-3.75L20.75 12 17 15.75" />,
);

export function LogOutRow() {
  const texts = useText("manager");
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <List>
        <Row danger icon={<LogoutIcon />} title={texts.logOut} onPress={() => setConfirming(true)} />
      </List>
      <LogOutSheet open={confirming} onClose={() => setConfirming(false)} />
    </>
  );
}

function LogOutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const texts = useText("manager");
  const [leaving, setLeaving] = useState(false);

  async function leave(): Promise<void> {
    setLeaving(true);
    await logOut();
  }

  return (
    <Sheet open={open} onClose={onClose} title={texts.logOutQuestion}>
      <Button variant="danger" wide pending={leaving} onClick={() => void leave()}>
        {texts.logOut}
      </Button>
      <Button variant="plain" wide onClick={onClose}>
        {texts.cancel}
      </Button>
    </Sheet>
  );
}

export function LanguageRow() {
  const { language } = useText("manager");
  return <Row title={language} meta={<LanguageSwitch />} />;
}
