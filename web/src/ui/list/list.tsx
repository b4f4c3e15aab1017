import type { ReactNode } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { Link } from "#ui/button/link.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import { ChevronIcon } from "#ui/icons/icons.tsx";
import { Card } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import styles from "./list.module.css";

export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

/** Names the rows below it in a list. */
export function ListHeading({ children }: { children: ReactNode }) {
  return <li className={styles.heading}>{children}</li>;
}

interface RowProps {
  title: ReactNode;
  detail?: ReactNode;
  meta?: ReactNode;
  icon?: ReactNode;
  href?: string | undefined;
  onPress?: (() => void) | undefined;
  danger?: boolean | undefined;
  /**
   * Position of the row, from 1, among `total` rows. Both are for screen readers, because not all rows may be loaded.
   */
  position?: number | undefined;
  total?: number | undefined;
  /** Identifies the row that gets the focus after Back. */
  name?: string | undefined;
  /** Whether the detail beside the list is that of this row. */
  isSelected?: boolean | undefined;
}

export function Row({
  title,
  detail,
  meta,
  icon,
  href,
  onPress,
  danger,
  position,
  total,
  name,
  isSelected = false,
}: RowProps) {
  const className = classNames(
    styles.row,
    (href !== undefined || onPress !== undefined) && styles.pressable,
    danger && styles.danger,
  );
  const content = (
    <>
      {icon !== undefined && <span className={styles.icon}>{icon}</span>}
      <span className={styles.body}>
        <span className={styles.text}>
          <span className={styles.title} dir="auto">
            {title}
          </span>
          {detail !== undefined && <span className="soft">{detail}</span>}
        </span>
        {meta !== undefined && <span className={styles.meta}>{meta}</span>}
      </span>
      {href !== undefined && (
        <span className={styles.chevron}>
          <ChevronIcon />
        </span>
      )}
    </>
  );
  const row =
    href !== undefined ? (
      <Link href={href} className={className} data-row={name} aria-current={isSelected ? "true" : undefined}>
        {content}
      </Link>
    ) : onPress !== undefined ? (
      <button type="button" className={className} onClick={onPress} data-row={name}>
        {content}
      </button>
    ) : (
      <div className={className}>{content}</div>
    );
  return (
    <li className={styles.item} aria-posinset={position} aria-setsize={total}>
      {row}
    </li>
  );
}

export function RowSkeletons({ count = 6 }: { count?: number }) {
  const { loading } = useText("shared");
  return (
    <Card padded={false}>
      <div role="status" aria-label={loading} className={styles.skeletons}>
        {Array.from({ length: count }, (_, index) => (
          <Skeleton key={index} shape="row" />
        ))}
      </div>
    </Card>
  );
}
