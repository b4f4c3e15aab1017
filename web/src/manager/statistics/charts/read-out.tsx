import type { ReactNode } from "react";
import { IconButton } from "#ui/button/button.tsx";
import { Swatch } from "#ui/chart/chart-marks.tsx";
import { Figure } from "#ui/figure/figure.tsx";
import { ChevronIcon, CloseIcon } from "#ui/icons/icons.tsx";
import { Link } from "#ui/button/link.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./read-out.module.css";

export interface ReadPart {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly href: string | undefined;
}

export function ReadOut({
  title,
  when,
  value,
  note,
  href,
  parts,
  comparison,
  clearLabel,
  below,
  onLeave,
  onClear,
}: {
  title: string;
  when: string;
  value: string;
  note: string | undefined;
  href: string | undefined;
  parts: readonly ReadPart[];
  /** Comparison of the value with an earlier one. */
  comparison: ReactNode;
  clearLabel: string;
  /**
   * Whether the figures of a wide window are below the chart, and only those of a selected point, because the chart of
   * the same range is above.
   */
  below: boolean;
  /** Called before a link is followed. */
  onLeave: () => void;
  /** Clears the selected point; null if none is selected. */
  onClear: (() => void) | null;
}) {
  return (
    <div
      className={classNames(styles.readOut, below && styles.below, onClear === null && styles.whole)}
      data-read-out=""
    >
      <div className={styles.head}>
        <div className={styles.heading}>
          <h2 className={styles.title}>{title}</h2>
          <p className={styles.when}>{when}</p>
        </div>
        {onClear !== null && <IconButton label={clearLabel} icon={<CloseIcon />} onClick={onClear} />}
      </div>
      <MaybeLink href={href} onLeave={onLeave} className={styles.total}>
        <Figure label={null} value={value} note={note} />
      </MaybeLink>
      {comparison}
      <ul className={styles.parts}>
        {parts.map((part, index) => (
          <li key={part.name} className={styles.part} data-part={part.name}>
            <MaybeLink href={part.href} onLeave={onLeave} className={styles.face}>
              <span className={styles.label}>
                <Swatch index={index} />
                {part.label}
              </span>
              <span className={styles.value}>{part.value}</span>
            </MaybeLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function MaybeLink({
  href,
  onLeave,
  className,
  children,
}: {
  href: string | undefined;
  onLeave: () => void;
  className: string | undefined;
  children: ReactNode;
}) {
  if (href === undefined) return <div className={className}>{children}</div>;
  return (
    <Link href={href} className={className} onClickCapture={onLeave}>
      <span className={styles.content}>{children}</span>
      <span className={styles.chevron}>
        <ChevronIcon />
      </span>
    </Link>
  );
}
