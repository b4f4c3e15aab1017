import { useFailureText } from "#shared/api/failure-text.tsx";
import { Banner } from "#ui/notice/notice.tsx";

/** Shows why a call failed; renders nothing for null, which means no failure. */
export function FailureBanner({ of: failure }: { of: unknown }) {
  const text = useFailureText(failure);
  return text === undefined ? null : <Banner kind="error">{text}</Banner>;
}
