import { usePageData } from "#shared/api/page-data.ts";
import { classNames } from "#ui/theme/class-names.ts";
import { UserText } from "#ui/text/user-text.tsx";
import styles from "./operator.module.css";

/** The logo and the name of the company that customers pay; nothing if neither is configured. */
export function OperatorMark({ small = false }: { small?: boolean }) {
  const { name, logoUrl } = usePageData().settings.operator;
  if (name === null && logoUrl === null) return null;
  return (
    <p className={classNames(styles.mark, small && styles.small)}>
      {logoUrl !== null && <img className={styles.logo} src={logoUrl} alt="" />}
      {name !== null && (
        <span className={styles.name}>
          <UserText>{name}</UserText>
        </span>
      )}
    </p>
  );
}
