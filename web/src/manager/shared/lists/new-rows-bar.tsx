import { useText } from "#shared/i18n/i18n.tsx";
import styles from "./new-rows-bar.module.css";

/** Offers new rows instead of inserting them, which would move a row from under the finger that taps it. */
export function NewRowsBar({ text, onShow }: { text: string; onShow: () => void }) {
  const { show } = useText("lists");
  return (
    <div className={styles.bar} role="status">
      <button type="button" className={styles.button} onClick={onShow}>
        {text}
        <span className={styles.show}>{show}</span>
      </button>
    </div>
  );
}
