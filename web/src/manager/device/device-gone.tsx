import type { ReactNode } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";

/** Shown instead of a chair that does not exist or belongs to another outlet; a retry would give the same result. */
export function DeviceGone({ text }: { text?: ReactNode }) {
  const { deviceGone } = useText("lists");
  const { devices } = useText("manager");
  const toList = (
    <ButtonLink variant="quiet" replace href={hrefOf("deviceList")}>
      {devices}
    </ButtonLink>
  );
  return <Notice kind="error" title={deviceGone} text={text} action={toList} />;
}
