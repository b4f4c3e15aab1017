import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PageTextPart } from "#locales/texts.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useText, useTextParts } from "#shared/i18n/i18n.tsx";
import { type LoadPart, useLatePart } from "./late-part.ts";
import { useRetry } from "./use-retry.ts";
import { Button } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";

interface Props<P> {
  readonly load: LoadPart<P>;
  /** What it says beside what the page says. */
  readonly texts?: PageTextPart;
  readonly props: P;
  /** Keeps its place until it comes. */
  readonly waiting?: ReactNode;
}

/** A piece of a page that most visits do not need: its code and its texts come together, after the page. */
export function LatePiece<P extends object>({
  load,
  texts: part,
  props,
  waiting = <Skeleton shape="card" />,
}: Props<P>) {
  const { pageFailed, pageFailedText, tryAgain } = useText("shared");
  const [Part, fetchPart] = useLatePart(load);
  const texts = useTextParts(part === undefined ? [] : [part]);
  const fetchTexts = useRef(texts.need);
  const online = useOnline();
  const [failed, setFailed] = useState(false);
  const { attempt, retry } = useRetry();
  const missing = Part === null || !texts.ready;
  useEffect(() => {
    if (!missing) return;
    setFailed(false);
    Promise.all([fetchPart(), fetchTexts.current()]).then(
      ([there]) => setFailed(!there),
      () => setFailed(true),
    );
  }, [fetchPart, missing, attempt, online]);
  if (Part !== null && texts.ready) return <Part {...props} />;
  if (!failed) return waiting;
  return (
    <Notice
      kind="error"
      title={pageFailed}
      text={pageFailedText}
      action={
        <Button look="quiet" onClick={retry}>
          {tryAgain}
        </Button>
      }
    />
  );
}
