import { type ComponentType, useEffect, useRef, useState } from "react";
import type { PageTextPart } from "#locales/texts.ts";
import { useOnline } from "#platform/connection.ts";
import { useText, useTextParts } from "#platform/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

interface Props<P> {
  readonly load: () => Promise<{ default: ComponentType<P> }>;
  readonly texts: PageTextPart;
  readonly props: P;
  /** The page does without it: where it does not come, nothing is said, and a new connection tries again. */
  readonly optional?: boolean;
  /** Nothing keeps its place until it comes. */
  readonly unseen?: boolean;
}

/** A piece of a page that most visits do not need: its code and its texts come together, after the page. */
export function LatePiece<P extends object>({
  load,
  texts: part,
  props,
  optional = false,
  unseen = false,
}: Props<P>) {
  const { pageFailed, tryAgain } = useText("shared");
  const texts = useTextParts([part]);
  const fetchTexts = useRef(texts.need);
  const online = useOnline();
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    setFailed(false);
    Promise.all([load(), fetchTexts.current()]).then(
      ([module]) => setPart(() => module.default),
      () => setFailed(true),
    );
  }, [load, attempt, online]);
  if (Part !== null && texts.ready) return <Part {...props} />;
  if (!failed) return unseen ? null : <Skeleton shape="card" />;
  if (optional) return null;
  return (
    <Notice
      kind="error"
      title={pageFailed}
      action={<Button onClick={() => setAttempt(attempt + 1)}>{tryAgain}</Button>}
    />
  );
}
