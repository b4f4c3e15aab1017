import { type ReactNode, useRef } from "react";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./facts.module.css";
import { ChevronIcon } from "#ui/icons/icons.tsx";
import { CopyButton } from "#ui/field/copy-button.tsx";
import { Link } from "#ui/button/link.tsx";
import { UserText } from "#ui/text/user-text.tsx";

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  readonly href?: string | undefined;
  /** Marks a value to copy, such as a code; one tap selects the whole value. */
  readonly isCode?: boolean | undefined;
  /** Whether a button copies the value. */
  readonly isCopied?: boolean | undefined;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <FactRow key={fact.name} {...fact} />
      ))}
    </dl>
  );
}

function FactRow({ name, value, href, isCode, isCopied = false }: Fact) {
  const text = useRef<HTMLSpanElement>(null);
  return (
    <div className={classNames(styles.fact, (href !== undefined || isCopied) && styles.linked)}>
      <dt className={styles.name}>{name}</dt>
      <dd className={classNames(styles.value, isCopied && styles.copied)}>
        {href === undefined ? (
          <span ref={text} className={isCode ? styles.code : undefined}>
            <UserText>{value}</UserText>
          </span>
        ) : (
          <Link href={href} className={styles.link}>
            <UserText>{value}</UserText>
            <ChevronIcon />
          </Link>
        )}
        {isCopied && <CopyButton name={name} textOf={() => text.current} />}
      </dd>
    </div>
  );
}
