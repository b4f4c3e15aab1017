import { useEffect, useState } from "react";
import type { UserInfo } from "#manager/shared/session/account.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { readStored, writeStored } from "#shared/storage/local-storage.ts";
import { Button } from "#ui/button/button.tsx";
import { DownloadIcon, LocationIcon } from "#ui/icons/icons.tsx";
import { BellIcon } from "#ui/icons/manager-icons.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { useInstall } from "./use-install.ts";

/** What a manager sets up after the first login on a device; shown there until it is dismissed. */
export function FirstSteps({ userInfo: { id, outlets } }: { userInfo: UserInfo }) {
  const texts = useText("firstSteps");
  const dismissed = `firstSteps.${id}`;
  const [isShown, setShown] = useState(false);
  const { isInstalled, install } = useInstall();
  // The server, whose markup the first rendering must equal, does not know what the browser stores.
  useEffect(() => setShown(readStored(dismissed) === null), [dismissed]);
  const [outlet] = outlets;
  if (!isShown) return null;
  return (
    <Section
      title={texts.title}
      action={
        <Button
          variant="plain"
          onClick={() => {
            writeStored(dismissed, "done");
            setShown(false);
          }}
        >
          {texts.dismiss}
        </Button>
      }
    >
      <List label={texts.title}>
        {!isInstalled && (
          <Row
            icon={<DownloadIcon />}
            title={texts.install}
            detail={install === null ? texts.installByMenu : texts.installText}
            onPress={install ?? undefined}
          />
        )}
        <Row
          href={hrefOf("notifications")}
          icon={<BellIcon />}
          title={texts.notifications}
          detail={texts.notificationsText}
        />
        {outlet === undefined ? (
          <Row icon={<LocationIcon />} title={texts.noOutlet} detail={texts.noOutletText} />
        ) : (
          <Row
            href={hrefOf("outlet", { areaId: outlet.areaId })}
            icon={<LocationIcon />}
            title={<UserText>{outlet.areaName}</UserText>}
            detail={texts.outletText}
          />
        )}
      </List>
    </Section>
  );
}
