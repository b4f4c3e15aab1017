import { type ComponentType, useEffect, useRef, useState } from "react";
import { useText, useTextParts } from "#platform/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

interface Props<P> {
  readonly load: () => Promise<{ default: ComponentType<P> }>;
  readonly props: P;
}

/** A piece that only managers see, and that no customer's phone loads: its code and its texts come together. */
export function ManagerPart<P extends object>({ load, props }: Props<P>) {
  const { pageFailed, tryAgain } = useText("shared");
  const texts = useTextParts(["answering"]);
  const fetchTexts = useRef(texts.need);
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    setFailed(false);
    Promise.all([load(), fetchTexts.current()]).then(
      ([module]) => setPart(() => module.default),
      () => setFailed(true),
    );
  }, [load, attempt]);
  if (Part !== null && texts.ready) return <Part {...props} />;
  if (!failed) return <Skeleton shape="card" />;
  return (
    <Notice
      kind="error"
      title={pageFailed}
      action={<Button onClick={() => setAttempt(attempt + 1)}>{tryAgain}</Button>}
    />
  );
}
