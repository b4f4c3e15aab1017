import { useCoveredList } from "#manager/shared/lists/covered-list.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { useQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { FeedbackBrowser } from "./feedback-browser.tsx";
import { FeedbackDetail } from "./feedback-detail.tsx";
import { readFeedbackView } from "./feedback-filter.ts";
import { GiftBrowser } from "./gift-browser.tsx";
import { OrderFeedback } from "./order-feedback.tsx";

/**
 * Shows the list of feedback. The address can select a page that covers the list: one feedback, the feedback on one
 * order, or the gift coupons.
 */
export default function FeedbackScreen() {
  const { feedback: listTitle } = useText("manager");
  const { feedback: title } = useText("feedback");
  const { gifts } = useText("answering");
  const { feedbackId, orderId, giftsShown, covering } = readFeedbackView(useQuery());
  const { search, shown } = useCoveredList(covering);

  return (
    <ManagerPage
      title={shown ? listTitle : giftsShown ? gifts : title}
      up={shown ? undefined : hrefOf("feedback", Object.fromEntries(new URLSearchParams(search ?? "")))}
      restoresScroll
    >
      {(ready) => (
        <>
          {search !== null && <FeedbackBrowser ready={ready} search={search} shown={shown} />}
          {feedbackId !== null && <FeedbackDetail key={feedbackId} ready={ready} feedbackId={feedbackId} />}
          {giftsShown && <GiftBrowser ready={ready} />}
          {orderId !== null && <OrderFeedback key={orderId} ready={ready} orderId={orderId} />}
        </>
      )}
    </ManagerPage>
  );
}
