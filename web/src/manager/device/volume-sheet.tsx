import { maxVolume } from "@reposo/contract/devices/chair-configuration.ts";
import { useId, useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import styles from "./volume-sheet.module.css";

const stepPercent = 5;
const defaultPercent = 50;

/** Chooses the volume of a chair's announcements and music. */
export function VolumeSheet({
  volume,
  pending,
  failureText,
  onConfirm,
  onClose,
}: {
  /** The one that applies or was requested; null where neither is known. */
  volume: number | null;
  pending: boolean;
  failureText: string | undefined;
  onConfirm: (volume: number) => Promise<void>;
  onClose: () => void;
}) {
  const texts = useText("device");
  const { close } = useText("shared");
  const id = useId();
  const [chosen, setChosen] = useState(volume ?? defaultPercent);
  return (
    <Sheet open onClose={onClose} title={texts.changeVolume} closeLabel={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) void onConfirm(chosen);
        }}
      >
        <div className={styles.line}>
          <label htmlFor={id}>{texts.volume}</label>
          <output htmlFor={id} className={styles.value}>
            {chosen} %
          </output>
        </div>
        <input
          id={id}
          className={styles.slider}
          type="range"
          min={0}
          max={maxVolume}
          step={stepPercent}
          value={chosen}
          aria-valuetext={`${chosen} %`}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
        {failureText !== undefined && <Banner kind="error">{failureText}</Banner>}
        <Button type="submit" wide pending={pending}>
          {texts.saveVolume}
        </Button>
      </form>
    </Sheet>
  );
}
