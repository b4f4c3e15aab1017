import { ListAndDetail } from "#manager/shared/frame/list-and-detail.tsx";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { changedHref } from "#manager/shared/lists/table-state.ts";
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
 * Shows the list of feedback with the selected one, or as the address selects: the feedback on one order, or the gift
 * coupons.
 */
export default function FeedbackScreen() {
  const { feedback: listTitle } = useText("manager");
  const { feedback: title } = useText("feedback");
  const { gifts } = useText("answering");
  const address = useAddressQuery();
  const { feedbackId, orderId, giftsShown, view } = readFeedbackView(address);
  const hasList = orderId === null && !giftsShown;
  useViewChange(view, hasList);

  return (
    <ManagerPage
      wide={hasList || giftsShown}
      wideTitle={hasList ? listTitle : undefined}
      title={view === null ? listTitle : giftsShown ? gifts : title}
      up={view === null ? undefined : hrefOf("feedback")}
    >
      {(ready) => (
        <>
          {hasList && (
            <ListAndDetail
              list={<FeedbackBrowser ready={ready} />}
              detail={
                feedbackId === null ? null : (
                  <FeedbackDetail key={feedbackId} ready={ready} feedbackId={feedbackId} />
                )
              }
              title={title}
              listHref={changedHref("feedback", address, { feedbackId: null })}
            />
          )}
          {giftsShown && <GiftBrowser />}
          {orderId !== null && <OrderFeedback key={orderId} ready={ready} orderId={orderId} />}
        </>
      )}
    </ManagerPage>
  );
}
