import { FailureText } from "#shared/api/failure-text.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";

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
