import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { enterSheet } from "#shared/routing/sheet-history.ts";
import { IconButton } from "#ui/button/button.tsx";
import { CloseIcon } from "#ui/icons/icons.tsx";
import { lockScrolling } from "./scroll-lock.ts";
import styles from "./sheet.module.css";

/**
 * A modal sheet. In browsers without `<dialog>` (iOS 14), the same element is opened by an attribute, and `trapFocus`
 * keeps the focus inside.
 */
export function Sheet({
  open,
  onClose,
  title,
  inAddress = false,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Whether the sheet is part of the page's address, so that Back closes it without an additional history entry. */
  inAddress?: boolean;
  children: ReactNode;
}) {
  const { close } = useText("shared");
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const closing = useRef(onClose);
  useEffect(() => {
    closing.current = onClose;
  });
  // A layout effect runs in the commit that closes the sheet, so that a sheet that replaces it reuses its history
  // entry.
  useLayoutEffect(
    () => (open && !inAddress ? enterSheet(() => closing.current()) : undefined),
    [open, inAddress],
  );

  useEffect(() => {
    const element = dialog.current;
    if (!open || element === null) return;
    const opener = document.activeElement;
    if (typeof element.showModal === "function") element.showModal();
    else {
      element.setAttribute("role", "dialog");
      element.setAttribute("open", "");
      focusableIn(element)[0]?.focus();
    }
    const unlockScrolling = lockScrolling();
    return () => {
      unlockScrolling();
      if (typeof element.close === "function") element.close();
      else element.removeAttribute("open");
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);

  if (!open) return null;

  function trapFocus(event: KeyboardEvent<HTMLDialogElement>) {
    const element = event.currentTarget;
    if (typeof element.showModal === "function") return;
    if (event.key === "Escape") onClose();
    if (event.key !== "Tab") return;
    const focusable = focusableIn(element);
    const first = focusable[0];
    const last = focusable[focusable.length - 1];
    if (event.shiftKey && document.activeElement === first) {
      event.preventDefault();
      last?.focus();
    } else if (!event.shiftKey && document.activeElement === last) {
      event.preventDefault();
      first?.focus();
    }
  }

  return (
    <>
      {/* Replaces the backdrop of the dialog in browsers without `<dialog>`. */}
      <div className={styles.backdrop} onClick={onClose} aria-hidden="true" />
      <dialog
        ref={dialog}
        className={styles.sheet}
        aria-modal="true"
        aria-labelledby={titleId}
        onKeyDown={trapFocus}
        onCancel={(event) => {
          // Prevents the browser from closing the dialog, because React closes it when `open` changes.
          event.preventDefault();
          onClose();
        }}
        onClick={(event) => {
          if (event.target === event.currentTarget) onClose();
        }}
      >
        <div className={styles.content}>
          <div className={styles.head}>
            <h2 className={styles.title} id={titleId}>
              {title}
            </h2>
            <IconButton label={close} icon={<CloseIcon />} onClick={onClose} />
          </div>
          {children}
        </div>
      </dialog>
    </>
  );
}

/** The buttons of a sheet whose content may be higher than the window. */
export function SheetFoot({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const foot = ref.current;
    const dialog = foot?.closest("dialog");
    if (!foot || !dialog) return;
    // The browser scrolls a focused element to a position above the foot.
    const observer = new ResizeObserver(() => {
      const isSticky = getComputedStyle(foot).position === "sticky";
      dialog.style.scrollPaddingBottom = isSticky ? `${foot.offsetHeight}px` : "";
    });
    observer.observe(foot);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={ref} className={styles.foot}>
      {children}
    </div>
  );
}

function focusableIn(element: HTMLElement): HTMLElement[] {
  return [
    ...element.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [tabindex]"),
  ].filter((candidate) => candidate.tabIndex >= 0 && !candidate.hasAttribute("disabled"));
}
