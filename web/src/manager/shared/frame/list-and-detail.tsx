import { type ReactNode, useEffect } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { navigate } from "#shared/routing/navigation.ts";
import { IconButton } from "#ui/button/button.tsx";
import { CloseIcon } from "#ui/icons/icons.tsx";
import { RowSkeletons } from "#ui/list/list.tsx";
import { useWide } from "#ui/screen/by-width.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./list-and-detail.module.css";

/**
 * In a wide window, shows a list and, beside it, the detail of its selected row; otherwise, one of the two. Escape and
 * the button close the detail.
 */
export function ListAndDetail({
  list,
  detail,
  title,
  listHref,
  alone = "detail",
}: {
  list: ReactNode;
  /** Null if no row is selected. */
  detail: ReactNode | null;
  /** Title of the detail. */
  title: string;
  /** Address of the list without a selected row. */
  listHref: string;
  /** What a narrow window shows while a row is selected. */
  alone?: "list" | "detail";
}) {
  const { close } = useText("shared");
  const isWide = useWide();
  const isOpen = detail !== null;
  useCloseByEscape(isOpen && isWide === true, listHref);
  return (
    <div className={classNames(styles.frame, isOpen && styles.open)}>
      {!isOpen || isWide === true || alone === "list" ? (
        <div className={styles.list}>{list}</div>
      ) : (
        isWide === null && (
          // The document contains no list, because phones, which open most links to a detail, would not show it.
          <div className={classNames(styles.list, styles.wideOnly)}>
            <RowSkeletons />
          </div>
        )
      )}
      {isOpen && (alone === "detail" || isWide !== false) && (
        <section className={classNames(styles.detail, alone === "list" && styles.wideOnly)}>
          {isWide !== false && (
            <div className={classNames(styles.head, styles.wideOnly)}>
              <h2>{title}</h2>
              <IconButton label={close} icon={<CloseIcon />} onClick={() => closeDetail(listHref)} />
            </div>
          )}
          {detail}
        </section>
      )}
    </div>
  );
}

/** Shows the list alone. The focus stays on the row that was selected. */
function closeDetail(listHref: string): void {
  const row = document.querySelector<HTMLElement>("[data-row][aria-current]");
  navigate(listHref);
  row?.focus();
}

function useCloseByEscape(enabled: boolean, listHref: string): void {
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // An open dialog closes by the key itself.
      const isOfDialog = document.querySelector("dialog[open]") !== null;
      if (event.key === "Escape" && !event.defaultPrevented && !isOfDialog) closeDetail(listHref);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [enabled, listHref]);
}
