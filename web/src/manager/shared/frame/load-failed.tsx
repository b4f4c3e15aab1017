import { FailureText, useFailureText } from "#shared/api/failure-text.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Banner, Notice } from "#ui/notice/notice.tsx";

export function LoadFailed({
  title,
  error,
  pending = false,
  onRetry,
}: {
  title: string;
  error?: unknown;
  pending?: boolean;
  onRetry: () => unknown;
}) {
  return (
    <Notice
      kind="error"
      title={title}
      text={error === undefined ? undefined : <FailureText of={error} />}
      action={<RetryButton pending={pending} onRetry={onRetry} />}
    />
  );
}

export function RetryButton({ pending = false, onRetry }: { pending?: boolean; onRetry: () => unknown }) {
  const { tryAgain } = useText("manager");
  return (
    <Button variant="quiet" pending={pending} onClick={() => void onRetry()}>
      {tryAgain}
    </Button>
  );
}

/** Shows why a call failed; renders nothing for null, which means no failure. */
export function FailureBanner({ of: failure }: { of: unknown }) {
  const text = useFailureText(failure);
  return text === undefined ? null : <Banner kind="error">{text}</Banner>;
}
