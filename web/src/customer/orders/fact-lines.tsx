import { useRef } from "react";
import { CopyButton } from "#ui/field/copy-button.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./fact-lines.module.css";

/** Number of characters above which a value, such as an outlet's name, is shown in a smaller font. */
const longValue = 32;

export interface FactLine {
  readonly name: string;
  readonly value: string;
  /** Shown below. */
  readonly note?: string;
  /** Whether the value is shown in one line, as far as it fits, with a button that copies it. */
  readonly isReference?: true;
}

export function FactLines({ facts }: { facts: readonly FactLine[] }) {
  return (
    <dl>
      {facts.map(({ name, value, note, isReference }, index) =>
        isReference ? (
          <Reference key={name} name={name} value={value} />
        ) : (
          <div key={`${index} ${name}`} className={styles.fact}>
            <dt className={styles.name}>{name}</dt>
            <dd className={classNames(styles.value, value.length > longValue && styles.long)}>
              <UserText>{value}</UserText>
            </dd>
            {note !== undefined && <dd className={styles.note}>{note}</dd>}
          </div>
        ),
      )}
    </dl>
  );
}

function Reference({ name, value }: { name: string; value: string }) {
  const shown = useRef<HTMLSpanElement>(null);
  return (
    <div className={classNames(styles.fact, styles.copied)}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.reference}>
        <span ref={shown}>{value}</span>
        <CopyButton name={name} textOf={() => shown.current} />
      </dd>
    </div>
  );
}
