import type { ReactNode } from "react";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./facts.module.css";
import { ChevronIcon } from "#ui/icons/icons.tsx";
import { Link } from "#ui/button/link.tsx";
import { UserText } from "#ui/text/user-text.tsx";

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  readonly href?: string | undefined;
  /** Marks a value to copy, such as a code; one tap selects the whole value. A `long` value has a smaller font. */
  readonly code?: "short" | "long" | undefined;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, href, code }) => (
        <div key={name} className={classNames(styles.fact, href !== undefined && styles.linked)}>
          <dt className={styles.name}>{name}</dt>
          <dd className={classNames(styles.value, code && styles[code])}>
            {href === undefined ? (
              <UserText>{value}</UserText>
            ) : (
              <Link href={href} className={styles.link}>
                <UserText>{value}</UserText>
                <ChevronIcon />
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
