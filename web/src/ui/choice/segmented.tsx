import { RadioOptions, type RadioOptionsProps } from "./radio-options.tsx";
import styles from "./segmented.module.css";

/** Selects one of a few values in a row of equal parts. */
export const Segmented = <V extends string>(props: RadioOptionsProps<V> & { readonly value: V }) => (
  <RadioOptions {...props} styles={{ ...styles, group: styles.track }} />
);
