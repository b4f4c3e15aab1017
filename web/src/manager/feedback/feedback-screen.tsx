import { useCoveredList } from "#manager/shared/lists/covered-list.ts";
import { ManagerPage } from "#manager/shared/frame/manager-page.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { useFetchedBeforehand } from "#shared/lazy/late-part.ts";
import { LatePiece } from "#shared/lazy/late-piece.tsx";
import { useQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { FeedbackBrowser } from "./feedback-browser.tsx";

const feedbackDetail = () => import("./feedback-detail.tsx");
const giftBrowser = () => import("./gift-browser.tsx");
const orderFeedback = () => import("./order-feedback.tsx");

/** The list of feedback, covered by one feedback, by the feedback on one order, or by the gift coupons. */
export default function FeedbackScreen() {
  const { feedback: listTitle } = useText("manager");
  const { feedback: title } = useText("feedback");
  const { gifts } = useText("answering");
  const query = useQuery();
  const feedbackId = query.get("feedbackId");
  const orderId = feedbackId === null ? query.get("orderId") : null;
  const giftsShown = feedbackId === null && orderId === null && query.get("rows") === "coupons";
  const { search, shown } = useCoveredList(feedbackId ?? orderId ?? (giftsShown ? "coupons" : null));
  useFetchedBeforehand(feedbackDetail);

  return (
    <ManagerPage
      title={shown ? listTitle : giftsShown ? gifts : title}
      up={shown ? undefined : hrefOf("feedback", Object.fromEntries(new URLSearchParams(search ?? "")))}
      keepsPlace
    >
      {(ready) => (
        <>
          {search !== null && <FeedbackBrowser ready={ready} search={search} shown={shown} />}
          {feedbackId !== null && (
            <LatePiece key={feedbackId} load={feedbackDetail} props={{ ready, feedbackId }} />
          )}
          {giftsShown && <LatePiece load={giftBrowser} props={{ ready }} />}
          {orderId !== null && <LatePiece key={orderId} load={orderFeedback} props={{ ready, orderId }} />}
        </>
      )}
    </ManagerPage>
  );
}
