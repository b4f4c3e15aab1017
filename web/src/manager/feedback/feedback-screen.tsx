import { useCoveredList } from "#manager/shared/lists/covered-list.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { useQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { FeedbackBrowser } from "./feedback-browser.tsx";
import { lazyComponent, LazySection, usePreload } from "#shared/lazy/lazy-component.tsx";

const feedbackDetail = lazyComponent(() => import("./feedback-detail.tsx"));
const giftBrowser = lazyComponent(() => import("./gift-browser.tsx"));
const orderFeedback = lazyComponent(() => import("./order-feedback.tsx"));

/**
 * Shows the list of feedback. The address can select a page that covers the list: one feedback, the feedback on one
 * order, or the gift coupons.
 */
export default function FeedbackScreen() {
  const { feedback: listTitle } = useText("manager");
  const { feedback: title } = useText("feedback");
  const { gifts } = useText("answering");
  const query = useQuery();
  const feedbackId = query.get("feedbackId");
  const orderId = feedbackId === null ? query.get("orderId") : null;
  const giftsShown = feedbackId === null && orderId === null && query.get("rows") === "coupons";
  const { search, shown } = useCoveredList(feedbackId ?? orderId ?? (giftsShown ? "coupons" : null));
  usePreload(feedbackDetail);

  return (
    <ManagerPage
      title={shown ? listTitle : giftsShown ? gifts : title}
      up={shown ? undefined : hrefOf("feedback", Object.fromEntries(new URLSearchParams(search ?? "")))}
      restoresScroll
    >
      {(ready) => (
        <>
          {search !== null && <FeedbackBrowser ready={ready} search={search} shown={shown} />}
          {feedbackId !== null && (
            <LazySection key={feedbackId} of={feedbackDetail} props={{ ready, feedbackId }} />
          )}
          {giftsShown && <LazySection of={giftBrowser} props={{ ready }} />}
          {orderId !== null && <LazySection key={orderId} of={orderFeedback} props={{ ready, orderId }} />}
        </>
      )}
    </ManagerPage>
  );
}
