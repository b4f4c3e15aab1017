import { classNames } from "#ui/theme/class-names.ts";
import styles from "./code-text.module.css";

/** Returns a code as it is read aloud: character by character, with a pause between the groups. */
export const spelled = (code: string): string =>
  code
    .split("-")
    .map((group) => Array.from(group).join(" "))
    .join(", ");

/** A code that people compare and read aloud. Screen readers would otherwise read its groups as words or numbers. */
export const CodeText = ({ code }: { readonly code: string }) => (
  <>
    <span aria-hidden="true">{code}</span>
    <span className={classNames("visually-hidden", styles.spelled)}>{spelled(code)}</span>
  </>
);
