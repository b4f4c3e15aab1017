import { languageTags } from "@reposo/contract/text/languages.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { type DisplayZone, clockInZone } from "#manager/shared/zone/display-zone.ts";
import { Button } from "#ui/button/button.tsx";
import { CopyField } from "#ui/field/copy-field.tsx";
import { ProgressBar } from "#ui/progress/progress-bar.tsx";
import styles from "./export-sheet.module.css";
import type { RowsSoFar } from "./use-export.ts";

export function ExportProgress({
  bytes,
  rows,
  onCancel,
}: {
  bytes: number;
  rows: RowsSoFar | null;
  onCancel: () => void;
}) {
  const texts = useText("exports");
  const language = useLanguage();
  const counts = new Intl.NumberFormat(languageTags[language]);
  const sizes = new Intl.NumberFormat(languageTags[language], {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const progressText =
    rows !== null
      ? fill(texts.rowsOf, { done: counts.format(rows.done), total: counts.format(rows.total) })
      : bytes > 0
        ? fill(texts.received, { size: sizes.format(bytes / 1_000_000) })
        : "";
  return (
    <>
      <div className={styles.progress}>
        <p className={styles.strong} role="status">
          {texts.preparing}
        </p>
        <ProgressBar
          label={texts.preparing}
          share={rows === null || rows.total === 0 ? null : rows.done / rows.total}
        />
        <p className={styles.count}>{progressText}</p>
      </div>
      <Button wide variant="quiet" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </>
  );
}

export function ExportSaved({
  name,
  onLink,
  onDone,
}: {
  name: string;
  onLink: () => void;
  onDone: () => void;
}) {
  const texts = useText("exports");
  return (
    <>
      <div role="status">
        <p className={styles.strong}>{fill(texts.saved, { name })}</p>
        <p className="muted">{texts.savedHint}</p>
      </div>
      <Button wide onClick={onDone}>
        {texts.done}
      </Button>
      <Button wide variant="plain" onClick={onLink}>
        {texts.linkInstead}
      </Button>
    </>
  );
}

export function ExportLink({
  url,
  expiresAt,
  zone,
  onDone,
}: {
  url: string;
  expiresAt: string;
  zone: DisplayZone;
  onDone: () => void;
}) {
  const texts = useText("exports");
  const time = clockInZone(Date.parse(expiresAt), zone, useLanguage());
  return (
    <>
      <CopyField
        label={texts.link}
        value={url}
        copyLabel={texts.copyLink}
        copiedText={texts.copied}
        byHandText={texts.copyByHand}
        hint={fill(texts.linkUntil, { time })}
      />
      <Button wide variant="plain" onClick={onDone}>
        {texts.done}
      </Button>
    </>
  );
}
