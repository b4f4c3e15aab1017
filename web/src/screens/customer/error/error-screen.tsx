import { useDocumentTitle } from "#platform/document-title.ts";
import { useText } from "#platform/i18n.tsx";
import { useQuery } from "#platform/navigation.ts";
import { hrefOf } from "#platform/routes.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Screen } from "#ui/screen.tsx";
import { PageBar } from "#screens/customer/page-bar.tsx";

/** Longer than any message of ours: an address may carry anything. */
const longestMessage = 300;

/** The server's message, or the text for its kind, as text and never as markup (ERR-1). */
export default function ErrorScreen() {
  const text = useText("pages");
  const query = useQuery();
  useDocumentTitle(text.errorTitle);
  const kinds: Record<string, string> = { device: text.errorDevice, priceList: text.errorPriceList };
  const known = kinds[query.get("errType") ?? ""];
  const given = (query.get("errMsg") ?? "").trim().slice(0, longestMessage);
  return (
    <Screen bar={<PageBar title={text.errorTitle} />} middle>
      <Notice
        kind="error"
        title={given === "" ? (known ?? text.errorOther) : given}
        text={known === undefined ? undefined : text.errorMoney}
        action={
          <ButtonLink href={hrefOf("chair")}>
            {known === undefined ? text.errorOnward : text.scanAnother}
          </ButtonLink>
        }
      />
    </Screen>
  );
}
