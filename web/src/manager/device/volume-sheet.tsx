import { maxVolume } from "@reposo/contract/devices/device-limits.ts";
import { useId, useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import styles from "./volume-sheet.module.css";
import { FormSheet } from "#manager/shared/frame/form-sheet.tsx";

const defaultPercent = 50;

export function VolumeSheet({
  volume,
  pending,
  failure,
  onConfirm,
  onClose,
}: {
  /** The requested volume in percent, otherwise the current one; null if neither is known. */
  volume: number | null;
  pending: boolean;
  failure: unknown;
  onConfirm: (volume: number) => Promise<void>;
  onClose: () => void;
}) {
  const texts = useText("device");
  const id = useId();
  const [chosen, setChosen] = useState(volume ?? defaultPercent);
  return (
    <FormSheet
      title={texts.changeVolume}
      submitLabel={texts.saveVolume}
      pending={pending}
      failure={failure}
      onSubmit={() => void onConfirm(chosen)}
      onClose={onClose}
    >
      <div className={styles.line}>
        <label htmlFor={id}>{texts.volume}</label>
        <output htmlFor={id} className="strong">
          {chosen}%
        </output>
      </div>
      <input
        id={id}
        className={styles.slider}
        type="range"
        min={0}
        max={maxVolume}
        // A chair may report any volume, and the browser would round it to a greater step.
        step={1}
        value={chosen}
        aria-valuetext={`${chosen}%`}
        onChange={(event) => setChosen(Number(event.target.value))}
      />
    </FormSheet>
  );
}
