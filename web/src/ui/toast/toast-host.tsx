import { classNames } from "#ui/theme/class-names.ts";
import styles from "./toast-host.module.css";

/** Rendered once per app. The region always exists, so that screen readers announce the texts that appear in it. */
export function ToastHost({
  toast,
}: {
  toast: { id: number; text: string; tone?: "plain" | "error" } | null;
}) {
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
