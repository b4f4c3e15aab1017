import { useState } from "react";
import { useText } from "#platform/i18n.tsx";
import { List, Row } from "#ui/list.tsx";
import { PasswordSheet } from "./password-sheet.tsx";

export function PasswordRow() {
  const { changePassword } = useText("account");
  const [open, setOpen] = useState(false);
  return (
    <>
      <List>
        <Row title={changePassword} onPress={() => setOpen(true)} />
      </List>
      {open && <PasswordSheet onClose={() => setOpen(false)} />}
    </>
  );
}
