import { useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { useFetchedBeforehand } from "#shared/lazy/late-part.ts";
import { useFocusOnWay } from "#manager/lists/list-visit.ts";
import { useQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { LatePiece } from "#shared/lazy/late-piece.tsx";
import { ManagerPage } from "#manager/frame/manager-page.tsx";
import { FeedbackBrowser } from "./feedback-browser.tsx";

const feedbackDetail = () => import("./feedback-detail.tsx");
const giftBrowser = () => import("./gift-browser.tsx");
const orderFeedback = () => import("./order-feedback.tsx");

/**
 * What customers say: the list, and over it the one feedback that the address names, the feedback of the order that it
 * names, or the coupons that were given; the list is there again at once on the way back.
 */
export default function FeedbackScreen() {
  const { feedback: listTitle } = useText("manager");
  const { feedback: title } = useText("feedback");
  const { gifts } = useText("answering");
  const query = useQuery();
  const feedbackId = query.get("feedbackId");
  const orderId = feedbackId === null ? query.get("orderId") : null;
  const giftsShown = feedbackId === null && orderId === null && query.get("rows") === "coupons";
  const covered = feedbackId ?? orderId ?? (giftsShown ? "coupons" : null);
  const [listSearch, setListSearch] = useState(covered === null ? query.toString() : null);
  const shown = covered === null;
  if (shown && listSearch !== query.toString()) setListSearch(query.toString());
  useFocusOnWay(covered);
  useFetchedBeforehand(feedbackDetail);

  return (
    <ManagerPage
      title={shown ? listTitle : giftsShown ? gifts : title}
      up={shown ? undefined : hrefOf("feedback", Object.fromEntries(new URLSearchParams(listSearch ?? "")))}
      keepsPlace
    >
      {(ready) => (
        <>
          {listSearch !== null && <FeedbackBrowser ready={ready} search={listSearch} shown={shown} />}
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
