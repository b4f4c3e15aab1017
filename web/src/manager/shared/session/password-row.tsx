import { useState } from "react";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { useInstantFormatter } from "#manager/shared/zone/use-zone.ts";
import { useManager } from "./manager-context.ts";
import { List, Row } from "#ui/list/list.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { PasswordSheet } from "./password-sheet.tsx";

export function PasswordRow() {
  const { changePassword, initialPassword } = useText("account");
  const { userInfo, retry } = useManager();
  const when = useInstantFormatter();
  const [open, setOpen] = useState(false);
  const expiresAt = userInfo?.passwordExpiresAt ?? null;
  return (
    <>
      {expiresAt !== null && <Banner kind="warn">{fill(initialPassword, { date: when(expiresAt) })}</Banner>}
      <List>
        <Row title={changePassword} onPress={() => setOpen(true)} />
      </List>
      {open && (
        <PasswordSheet
          onClose={() => {
            setOpen(false);
            // Loads the account again, because after a change of the initial password, the banner must disappear.
            if (expiresAt !== null) retry();
          }}
        />
      )}
    </>
  );
}
