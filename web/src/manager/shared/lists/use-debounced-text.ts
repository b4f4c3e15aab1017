import { useEffect, useRef, useState } from "react";

const debounceMilliseconds = 500;

/**
 * Debounces a text field: calls `onSettled` with the trimmed text once it has not changed for `debounceMilliseconds`,
 * but not while `paused`. A changed `value` replaces the text.
 */
export function useDebouncedText(
  value: string,
  onSettled: (text: string) => void,
  paused: boolean,
): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  /** The last value that was received as `value` or passed to `onSettled`. */
  const settled = useRef(value);
  const handler = useRef(onSettled);
  useEffect(() => {
    handler.current = onSettled;
  });

  useEffect(() => {
    // A change of `value` to the settled text must not replace what the user has typed since.
    if (value === settled.current) return;
    settled.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (paused || text.trim() === settled.current) return;
    const timer = setTimeout(() => {
      settled.current = text.trim();
      handler.current(text.trim());
    }, debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [text, paused]);

  return [text, setText];
}
