import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PageTextPart } from "#locales/texts.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useTextParts } from "#shared/i18n/i18n.tsx";
import { type LoadPart, useLatePart } from "./late-part.ts";
import { tryUntilThere } from "./try-until-there.ts";

interface Props<P> {
  readonly load: LoadPart<P>;
  readonly texts: PageTextPart;
  readonly props: P;
  /** Keeps its place until it comes or fails. */
  readonly waiting?: ReactNode;
}

/** A late piece that the page does without: where it does not come, nothing is said, and it is tried again by itself. */
export function OptionalPiece<P extends object>({ load, texts: part, props, waiting = null }: Props<P>) {
  const [Part, fetchPart] = useLatePart(load);
  const texts = useTextParts([part]);
  const fetchTexts = useRef(texts.need);
  const online = useOnline();
  const [failed, setFailed] = useState(false);
  const missing = Part === null || !texts.ready;
  useEffect(() => {
    if (!missing) return;
    const fetchBoth = () =>
      Promise.all([fetchPart(), fetchTexts.current()]).then(
        ([there]) => there,
        () => false,
      );
    // A new connection starts over.
    return tryUntilThere(fetchBoth, () => setFailed(true));
  }, [fetchPart, missing, online]);
  if (Part !== null && texts.ready) return <Part {...props} />;
  return failed ? null : waiting;
}
