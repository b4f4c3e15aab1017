import { useLayoutEffect, useRef } from "react";
import styles from "./choice-row.module.css";
import { RadioOptions, type RadioOptionsProps } from "./radio-options.tsx";

/** Selects one of many choices in a row that scrolls sideways, and wraps where there is room. */
export function ChoiceRow<V extends string>(props: RadioOptionsProps<V> & { readonly value: V }) {
  const { value } = props;
  const row = useRef<HTMLDivElement>(null);

  // The selected choice may be outside the visible part. `scrollIntoView` would also scroll the page.
  useLayoutEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>(`[data-choice="${value}"]`);
    if (row.current === null || !chosen) return;
    row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);

  return <RadioOptions {...props} group={row} styles={{ ...styles, group: styles.row }} />;
}
