import styles from "./choices.module.css";
import { RadioOptions, type RadioOptionsProps } from "./radio-options.tsx";

/** Selects one of a few values, which are all visible. None is selected while no choice has the value. */
export const SingleChoice = <V extends string>(props: Omit<RadioOptionsProps<V>, "labelShown">) => (
  <RadioOptions {...props} labelShown styles={{ ...styles, group: styles.choices }} />
);
