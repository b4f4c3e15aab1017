import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { useViewChange } from "#shared/app/view-change.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { FeedbackBrowser } from "./feedback-browser.tsx";
import { FeedbackDetail } from "./feedback-detail.tsx";
import { readFeedbackView } from "./feedback-filter.ts";
import { GiftBrowser } from "./gift-browser.tsx";
import { OrderFeedback } from "./order-feedback.tsx";

/**
 * Shows the list of feedback, or as the address selects: one feedback, the feedback on one order, or the gift coupons.
 */
export default function FeedbackScreen() {
  const { feedback: listTitle } = useText("manager");
  const { feedback: title } = useText("feedback");
  const { gifts } = useText("answering");
  const { feedbackId, orderId, giftsShown, view } = readFeedbackView(useAddressQuery());
  useViewChange(view);

  return (
    <ManagerPage
      title={view === null ? listTitle : giftsShown ? gifts : title}
      up={view === null ? undefined : hrefOf("feedback")}
    >
      {(ready) => (
        <>
          {view === null && <FeedbackBrowser ready={ready} />}
          {feedbackId !== null && <FeedbackDetail key={feedbackId} ready={ready} feedbackId={feedbackId} />}
          {giftsShown && <GiftBrowser />}
          {orderId !== null && <OrderFeedback key={orderId} ready={ready} orderId={orderId} />}
        </>
      )}
    </ManagerPage>
  );
}
