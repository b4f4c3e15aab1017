import { languageTags } from "@reposo/contract/text/languages.ts";
import type { ReactNode } from "react";
import { useLanguage } from "#shared/i18n/i18n.tsx";
import { OptionalLink } from "#ui/button/link.tsx";
import { Card } from "#ui/screen/screen.tsx";
import styles from "./counts-card.module.css";

export interface CountItem {
  name: string;
  label: string;
  count: number;
  /** Whether a count above 0 is highlighted as a warning. */
  isAlarming?: boolean;
  href?: string;
}

interface CountGroup {
  title: string;
  items: readonly CountItem[];
  note?: ReactNode;
}

export function CountsCard({ groups }: { groups: readonly CountGroup[] }) {
  const numbers = new Intl.NumberFormat(languageTags[useLanguage()]);
  return (
    <Card padded={false}>
      {groups.map(({ title, items, note }) => (
        <section key={title} className={styles.group}>
          <h2 className={styles.title}>{title}</h2>
          <ul className={styles.counts}>
            {items.map(({ name, label, count, isAlarming = false, href }) => (
              <li key={name} className={styles.item} data-count={name}>
                <OptionalLink href={href} className={styles.face}>
                  <span className={styles.label}>{label}</span>
                  <span className={isAlarming && count > 0 ? styles.warning : styles.count}>
                    {numbers.format(count)}
                  </span>
                </OptionalLink>
              </li>
            ))}
          </ul>
          {note !== undefined && <p className={styles.note}>{note}</p>}
        </section>
      ))}
    </Card>
  );
}
