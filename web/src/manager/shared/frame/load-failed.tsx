import type { ReactNode } from "react";
import { refusalCode } from "#shared/api/api-failure.ts";
import { FailureText } from "#shared/api/failure-text.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button, ButtonLink } from "#ui/button/button.tsx";
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

/** Shown until a query has data: a placeholder, or the reason why the data is missing. */
export function NotLoaded({
  query: { error, isFetching, refetch },
  failedTitle,
  placeholder,
  missing,
}: {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  failedTitle: string;
  placeholder: ReactNode;
  /** Result codes of a refusal because the requested object does not exist, and what the page then shows. */
  missing?: { codes: readonly number[] } & MissingObject;
}) {
  if (error === null) return placeholder;
  if (missing?.codes.includes(refusalCode(error) ?? 0)) return <Missing {...missing} />;
  return <LoadFailed title={failedTitle} error={error} pending={isFetching} onRetry={refetch} />;
}

interface MissingObject {
  title: string;
  href: string;
  listTitle: string;
}

/** States that an object does not exist, and links to its list, because a retry would give the same result. */
export function Missing({ title, href, listTitle }: MissingObject) {
  const { missingText } = useText("manager");
  const toList = (
    <ButtonLink variant="quiet" replace href={href}>
      {listTitle}
    </ButtonLink>
  );
  return (
    <div role="alert">
      <Notice kind="nothingMatches" title={title} text={missingText} action={toList} />
    </div>
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
