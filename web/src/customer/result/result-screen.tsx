import { resultCodes } from "@reposo/contract/result-codes.ts";
import { readFeedbackDraft } from "#shared/feedback/feedback-draft.ts";
import { useHydrated } from "#shared/app/use-hydrated.ts";
import { useDocumentTitle } from "#shared/app/document-title.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { ButtonLink } from "#ui/button/button.tsx";
import { OutcomeMark } from "#ui/notice/outcome-mark.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { PageBar, useHomeHref } from "#customer/page-bar.tsx";
import styles from "./result.module.css";

/** Format of a feedback reference. Other values in the address are not shown. */
const referenceShape = /^FB-[0-9A-Z]{4}-[0-9A-Z]{4}$/;

/**
 * The page after feedback was sent or finally refused. Its address states the outcome: `ok`, the feedback's `reference`,
 * and the `code` of a refusal.
 */
export default function ResultScreen() {
  const text = useText("pages");
  const homeHref = useHomeHref();
  const isHydrated = useHydrated();
  const query = useAddressQuery();
  // The app writes `1`; `true` is accepted from other sources of the address.
  const ok = ["1", "true"].includes(query.get("ok") ?? "");
  const orderId = query.get("orderId");
  const reference = query.get("reference") ?? "";
  const isFull = query.get("code") === String(resultCodes.feedbackFull);
  // Drafts are stored only in the browser, so the server renders the page without this one.
  const hasDraft = isHydrated && !ok && !isFull && orderId !== null && readFeedbackDraft(orderId) !== null;
  const mayReturn = !ok && !isFull && orderId !== null;
  const hasStatus = ok && orderId !== null;
  useDocumentTitle(text.result);
  return (
    <Screen bar={<PageBar title={text.result} />} middle>
      <div className={styles.result} role="status">
        <OutcomeMark tone={ok ? "good" : "bad"} />
        <p className={styles.title}>{ok ? text.resultOk : text.resultFailed}</p>
        {!ok && <p className="muted">{isFull ? text.resultFull : text.resultFailedText}</p>}
        {hasDraft && <p className="muted">{text.resultDraft}</p>}
        {ok && referenceShape.test(reference) && (
          <p className="muted">{fill(text.resultReference, { reference })}</p>
        )}
        {mayReturn && (
          <ButtonLink href={hrefOf("orderFeedback", { orderId })}>{text.resultReturn}</ButtonLink>
        )}
        {hasStatus && <ButtonLink href={hrefOf("orderFeedback", { orderId })}>{text.resultSee}</ButtonLink>}
        <ButtonLink variant={mayReturn || hasStatus ? "plain" : "primary"} href={homeHref}>
          {text.toHome}
        </ButtonLink>
      </div>
    </Screen>
  );
}
