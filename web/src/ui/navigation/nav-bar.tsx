import { type ReactNode, createContext, useContext } from "react";
import { IconButton } from "#ui/button/button.tsx";
import { BackIcon } from "#ui/icons/icons.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import styles from "./nav-bar.module.css";

/** Messages that every page shows below its bar, where they cover no content. */
const BarStatus = createContext<ReactNode>(null);
export const BarStatusProvider = BarStatus.Provider;

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

interface BackButton {
  readonly label: string;
  readonly onBack?: () => void;
  /** The form that the button submits, on a page without a script. */
  readonly submit?: { readonly form: string; readonly name: string; readonly value: string };
}

/** The page's bar. Its title is the page's heading, and gets the focus after a change of route. */
export function NavBar({
  title,
  back,
  action,
  titleShown = true,
  mark,
}: {
  title: ReactNode;
  /** The Back button; absent if there is no previous page. */
  back?: BackButton | undefined;
  action?: ReactNode;
  /** False if the title is for screen readers only, because the content shows a large title. */
  titleShown?: boolean;
  /** Shown beside a title that is for screen readers only. */
  mark?: ReactNode;
}) {
  const status = useContext(BarStatus);
  return (
    <header className={styles.bar}>
      <div className={styles.line}>
        {/* Without a Back button, the empty space keeps the title centred. */}
        {(back !== undefined || mark === undefined) && (
          <div className={styles.start}>
            {back !== undefined && (
              <IconButton
                label={back.label}
                icon={<BackIcon />}
                onClick={back.onBack}
                {...(back.submit !== undefined && { type: "submit", ...back.submit })}
              />
            )}
          </div>
        )}
        {mark !== undefined && <div className={styles.mark}>{mark}</div>}
        <h1 className={titleShown ? styles.title : "visually-hidden"} tabIndex={-1} data-page-title="">
          {title}
        </h1>
        <div className={styles.end}>{action}</div>
      </div>
      <div aria-live="polite">{status}</div>
    </header>
  );
}
