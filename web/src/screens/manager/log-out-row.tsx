import { useState } from "react";
import { logOut } from "#features/session/index.ts";
import { useText } from "#platform/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { List, Row } from "#ui/list.tsx";
import { LogoutIcon } from "#ui/manager-icons.tsx";
import { Sheet } from "#ui/sheet.tsx";

/** Logs out after a question. */
export function LogOutRow() {
  const texts = useText("manager");
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);

  async function leave(): Promise<void> {
    setLeaving(true);
    await logOut();
  }

  return (
    <>
      <List>
        <Row danger icon={<LogoutIcon />} title={texts.logOut} onPress={() => setAsking(true)} />
      </List>
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        title={texts.logOutQuestion}
        closeLabel={texts.close}
      >
        <Button look="danger" wide pending={leaving} onClick={() => void leave()}>
          {texts.logOut}
        </Button>
        <Button look="plain" wide onClick={() => setAsking(false)}>
          {texts.cancel}
        </Button>
      </Sheet>
    </>
  );
}
