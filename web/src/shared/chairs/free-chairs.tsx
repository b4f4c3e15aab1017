import { fill } from "#shared/i18n/i18n.tsx";
import { Link } from "#ui/button/link.tsx";
import styles from "./free-chairs.module.css";

/** The numbers of free chairs, one of which is opened or chosen. */
export function FreeChairs({
  deviceIds,
  name,
  ...on
}: {
  deviceIds: readonly string[];
  /** Text for screen readers, with a placeholder for the `deviceId`. */
  name: string;
} & ({ hrefOf: (deviceId: string) => string } | { onChoose: (deviceId: string) => void })) {
  return (
    <ul className={styles.chairs}>
      {deviceIds.map((deviceId) => {
        const shared = { className: styles.chair, "aria-label": fill(name, { deviceId }) };
        return (
          <li key={deviceId}>
            {"hrefOf" in on ? (
              <Link {...shared} href={on.hrefOf(deviceId)}>
                {deviceId}
              </Link>
            ) : (
              <button type="button" {...shared} onClick={() => on.onChoose(deviceId)}>
                {deviceId}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
