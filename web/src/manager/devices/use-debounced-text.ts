import { useEffect, useRef, useState } from "react";

const debounceMilliseconds = 500;

/**
 * A text that is followed only after half a second without typing (QS-1), and never while `waits`; a change from
 * outside wins.
 */
export function useDebouncedText(
  value: string,
  onSettled: (text: string) => void,
  waits: boolean,
): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const settled = useRef(value);
  const handler = useRef(onSettled);
  useEffect(() => {
    handler.current = onSettled;
  });

  useEffect(() => {
    if (value === settled.current) return;
    settled.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (waits || text.trim() === settled.current) return;
    const timer = setTimeout(() => {
      settled.current = text.trim();
      handler.current(text.trim());
    }, debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [text, waits]);

  return [text, setText];
}
