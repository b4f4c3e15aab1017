import { useDocumentTitle } from "#platform/document-title.ts";
import { useText } from "#platform/i18n.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Screen } from "#ui/screen.tsx";
import { homeHref } from "#screens/customer/home-href.ts";
import { PageBar } from "#screens/customer/page-bar.tsx";

/** A path outside NAV-1: says so and leads home; it needs no token. */
export default function UnknownScreen() {
  const text = useText("pages");
  useDocumentTitle(text.unknownTitle);
  return (
    <Screen bar={<PageBar title={text.unknownTitle} titleShown={false} />} middle>
      <Notice
        kind="nothingMatches"
        title={text.unknownTitle}
        text={text.unknownText}
        action={<ButtonLink href={homeHref()}>{text.toHome}</ButtonLink>}
      />
    </Screen>
  );
}
