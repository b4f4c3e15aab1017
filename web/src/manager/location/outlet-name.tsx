import type { OutletLocation } from "#manager/map/index.ts";
import styles from "./location.module.css";

export const OutletName = ({ outlet: { areaName, address } }: { outlet: OutletLocation }) => (
  <div className={styles.head}>
    <h2 className={styles.name} dir="auto">
      {areaName}
    </h2>
    <p className={styles.address} dir="auto">
      {address}
    </p>
  </div>
);
