import { useDocumentTitle } from "#platform/document-title.ts";
import { useText } from "#platform/i18n.tsx";
import { useRoute } from "#platform/navigation.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Screen } from "#ui/screen.tsx";
import { homeHref } from "#screens/customer/home-href.ts";
import { PageBar } from "#screens/customer/page-bar.tsx";

/** Both location pages, which say that they open later. */
export default function LocationScreen() {
  const text = useText("pages");
  const title = useRoute() === "locationChoose" ? text.locationChoose : text.locationOpen;
  useDocumentTitle(title);
  return (
    <Screen bar={<PageBar title={title} />} middle>
      <Notice
        kind="later"
        title={text.locationLater}
        text={text.locationLaterText}
        action={<ButtonLink href={homeHref()}>{text.toHome}</ButtonLink>}
      />
    </Screen>
  );
}
