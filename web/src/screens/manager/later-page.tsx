import { useText } from "#platform/i18n.tsx";
import { hrefOf } from "#platform/routes.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { mayOpen } from "#features/session/index.ts";
import { ManagerPage } from "./manager-page.tsx";

/** A page whose content comes with the next version says so, and says where the answer is meanwhile. */
export function LaterPage({ title, text }: { title: string; text: string }) {
  const texts = useText("manager");
  return (
    <ManagerPage title={title} middle>
      {({ userInfo }) => (
        <Notice
          kind="later"
          title={texts.laterTitle}
          text={text}
          action={
            mayOpen(userInfo, "home") ? (
              <ButtonLink look="quiet" href={hrefOf("home")}>
                {texts.toOverview}
              </ButtonLink>
            ) : undefined
          }
        />
      )}
    </ManagerPage>
  );
}
