import type { ToastMessage } from "#shared/toasts/toasts.ts";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./toast-host.module.css";

/**
 * Shows the current toast; rendered once per app. The live region always exists, because screen readers announce only
 * texts that appear in an existing one.
 */
export function ToastHost({ toast }: { toast: ToastMessage | null }) {
  return (
    <div className={styles.host} role="status" aria-live="polite">
      {toast !== null && (
        <p key={toast.id} className={classNames(styles.toast, toast.tone === "error" && styles.error)}>
          {toast.text}
        </p>
      )}
    </div>
  );
}
