import type { ReactNode } from "react";
import { OptionalLink } from "#ui/button/link.tsx";
import { ChevronIcon } from "#ui/icons/icons.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./timeline.module.css";

export interface TimelineStep {
  readonly key: string;
  readonly title: string;
  readonly time: string;
  readonly detail?: ReactNode;
  readonly href?: string | undefined;
  /** `next` is a step that is still expected. */
  readonly tone?: "neutral" | "good" | "bad" | "next" | undefined;
}

/** What happened to one subject, oldest first. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {steps.map(({ key, title, time, detail, href, tone = "neutral" }) => (
        <li key={key} className={classNames(styles.step, styles[tone])}>
          <OptionalLink href={href} className={classNames(styles.content, href && styles.linked)}>
            <span className={styles.text}>
              <span className={styles.title}>{title}</span>
              {detail !== undefined && <span className="soft">{detail}</span>}
              <span className="soft">{time}</span>
            </span>
            {href !== undefined && (
              <span className={styles.chevron}>
                <ChevronIcon />
              </span>
            )}
          </OptionalLink>
        </li>
      ))}
    </ol>
  );
}
