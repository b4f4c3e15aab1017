import { useSyncExternalStore } from "react";
import styles from "./toast-host.module.css";
import { type Toasts, toasts as appToasts } from "./toasts.ts";

const none = () => null;

/** Stands once in each entry. The region is always there, so that a screen reader hears what appears in it. */
export function ToastHost({ toasts = appToasts }: { toasts?: Toasts }) {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current, none);
  return (
    <div className={styles.host} role="status" aria-live="polite">
      {toast !== null && (
        <p key={toast.id} className={styles.toast}>
          {toast.text}
        </p>
      )}
    </div>
  );
}
