import type { ReactNode } from "react";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { clockInZone } from "#manager/shared/zone/shown-zone.ts";
import { classNames } from "#ui/theme/class-names.ts";
import { Banner } from "#ui/notice/notice.tsx";
import styles from "./as-of.module.css";
import { useManager } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";

/** How old the figures are, whether they follow live, and what is wrong where they do not. */
export function AsOf({
  at,
  isError,
  isOld = false,
  isKept = false,
  action,
}: {
  at: number;
  /** They could not be read anew. */
  isError: boolean;
  /** They are those of an earlier visit, and current ones are on their way. */
  isOld?: boolean;
  /** Rendered by the server, for a document that also shows it at the next visit: it then unhides what says so. */
  isKept?: boolean;
  action?: ReactNode;
}) {
  const texts = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const { live } = useManager();
  const time = clockInZone(at, zone, language);
  if (isError || live === "cut") {
    return (
      <Banner kind={isError ? "warn" : "offline"} action={action}>
        {fill(isError ? texts.staleFigures : texts.notLive, { time })}
      </Banner>
    );
  }
  return (
    <div className={classNames(styles.line, action !== undefined && styles.withAction)}>
      <p data-as-of={new Date(at).toISOString()}>{fill(texts.asOf, { time })}</p>
      {(isOld || isKept) && (
        <span role="status" data-refreshing hidden={!isOld}>
          {texts.refreshing}
        </span>
      )}
      {live === "live" && !isOld && <span className={styles.live}>{texts.live}</span>}
      {action}
    </div>
  );
}
