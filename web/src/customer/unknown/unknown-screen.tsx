import { useDocumentTitle } from "#shared/app/document-title.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { ButtonLink } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { PageBar, useHomeHref } from "#customer/page-bar.tsx";

export default function UnknownScreen() {
  const text = useText("pages");
  const homeHref = useHomeHref();
  useDocumentTitle(text.unknownTitle);
  return (
    <Screen bar={<PageBar title={text.unknownTitle} titleShown={false} />} middle>
      <Notice
        kind="nothingMatches"
        title={text.unknownTitle}
        text={text.unknownText}
        action={<ButtonLink href={homeHref}>{text.toHome}</ButtonLink>}
      />
    </Screen>
  );
}
