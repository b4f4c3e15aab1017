import { useEffect, useRef } from "react";

/** Asks for more rows well before the end comes into sight. */
export function LoadAhead({ onNear }: { onNear: () => void }) {
  const sentinel = useRef<HTMLDivElement>(null);
  const handler = useRef(onNear);
  useEffect(() => {
    handler.current = onNear;
  });
  useEffect(() => {
    const element = sentinel.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) handler.current();
      },
      { rootMargin: "1200px 0px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={sentinel} aria-hidden="true" />;
}
