import { type ReactNode, createContext, useContext } from "react";
import { IconButton } from "#ui/button/button.tsx";
import { BackIcon } from "#ui/icons/icons.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";
import styles from "./nav-bar.module.css";

/** What concerns every page, under its bar: there it moves with the bar and covers nothing. */
const BarStatus = createContext<ReactNode>(null);
export const BarStatusProvider = BarStatus.Provider;

/** Its place, while nothing is known of the page. */
export function NavBarShape() {
  return (
    <div className={styles.bar} aria-hidden="true">
      <div className={styles.line}>
        <span className={styles.shape}>
          <Skeleton />
        </span>
      </div>
    </div>
  );
}

/** The app's own bar. Its title is the page's heading and takes the focus after a change of route. */
export function NavBar({
  title,
  back,
  action,
  titleShown = true,
}: {
  title: string;
  /** Where there is somewhere to go back to. */
  back?: { label: string; onBack: () => void } | undefined;
  action?: ReactNode;
  /** A page whose content opens with its own large title keeps this one for screen readers only. */
  titleShown?: boolean;
}) {
  const status = useContext(BarStatus);
  return (
    <header className={styles.bar}>
      <div className={styles.line}>
        <div className={styles.start}>
          {back !== undefined && <IconButton label={back.label} icon={<BackIcon />} onClick={back.onBack} />}
        </div>
        <h1 className={titleShown ? styles.title : styles.unseen} tabIndex={-1} data-page-title="">
          {title}
        </h1>
        <div className={styles.end}>{action}</div>
      </div>
      <div aria-live="polite">{status}</div>
    </header>
  );
}
