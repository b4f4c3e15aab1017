import { useDocumentTitle } from "#shared/app/document-title.ts";
import { useHydrated } from "#shared/app/use-hydrated.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { errorContact, errorMessage, useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { ContactCard } from "#customer/operator/index.ts";
import { PageBar } from "#customer/page-bar.tsx";

/**
 * Shows the message that the app passed with its navigation, otherwise the text for `errType` (ERR-1). A message in the
 * address is ignored, because anyone can write such a link.
 */
export default function ErrorScreen() {
  const text = useText("pages");
  const errType = useAddressQuery().get("errType") ?? "";
  const kinds = new Map([
    ["device", text.errorDevice],
    ["priceList", text.errorPriceList],
  ]);
  const known = kinds.get(errType);
  const title = known === undefined ? text.errorOther : text.errorTitle;
  useDocumentTitle(title);
  // Only the browser has the message and the contact of its history entry.
  const isHydrated = useHydrated();
  const message = isHydrated ? errorMessage() : "";
  return (
    <Screen bar={<PageBar title={title} titleShown={known !== undefined} />} middle>
      <Notice
        kind="error"
        title={message || (known ?? text.errorOther)}
        text={known === undefined ? undefined : text.errorMoney}
        action={
          <ButtonLink href={hrefOf("chair")}>
            {known === undefined ? text.errorContinue : text.scanAnother}
          </ButtonLink>
        }
      />
      <ContactCard contact={isHydrated ? errorContact() : null} />
    </Screen>
  );
}
