import { useEffect, useRef, useState } from "react";
import { useOnline } from "#shared/api/connection.ts";
import { FailureText } from "#shared/api/failure-text.tsx";
import { useText } from "#shared/i18n/i18n.tsx";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { Button } from "#ui/button/button.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { downloadsBlocked, type ExportOperation, useExport } from "./use-export.ts";
import { ExportLink, ExportProgress, ExportSaved } from "./export-outcome.tsx";
import styles from "./export-sheet.module.css";

export function ExportSheet({
  operation,
  query,
  subject,
  onClose,
}: {
  operation: ExportOperation;
  query: URLSearchParams;
  subject: string;
  onClose: () => void;
}) {
  const texts = useText("exports");
  const zone = useZone();
  const { state, download, link, reset } = useExport(operation, query);
  const [byLink, setByLink] = useState(downloadsBlocked);
  const subjectLine = useRef<HTMLParagraphElement>(null);
  const { kind } = state;
  useEffect(() => {
    // When a step replaces the pressed button, the focus is lost. Without a new focus, keys would no longer reach the
    // sheet.
    if (document.activeElement === document.body)
      subjectLine.current?.parentElement
        ?.querySelector<HTMLElement>("p ~ button:not(:disabled), p ~ * button:not(:disabled)")
        ?.focus();
  }, [kind]);

  function content() {
    switch (state.kind) {
      case "idle":
      case "linking":
        return (
          <Choice
            byLink={byLink}
            linking={state.kind === "linking" ? state.format : null}
            onChoose={(format) => void (byLink ? link(format) : download(format))}
            onSwitchMode={() => {
              reset();
              setByLink(!byLink);
            }}
          />
        );
      case "receiving":
        return <ExportProgress bytes={state.bytes} rows={state.rows} onCancel={reset} />;
      case "saved":
        return (
          <ExportSaved
            name={state.name}
            onLink={() => {
              reset();
              setByLink(true);
            }}
            onDone={onClose}
          />
        );
      case "linked":
        return <ExportLink url={state.url} expiresAt={state.expiresAt} zone={zone} onDone={onClose} />;
      case "failed":
        return (
          <>
            <div className={styles.failed} role="alert">
              <p className={styles.strong}>{texts.failed}</p>
              <p>{state.hasStarted ? texts.cut : <FailureText of={state.error} />}</p>
            </div>
            <Button wide onClick={state.again}>
              {texts.tryAgain}
            </Button>
            <Button wide variant="plain" onClick={reset}>
              {texts.cancel}
            </Button>
          </>
        );
    }
  }

  return (
    <Sheet open onClose={onClose} title={texts.export}>
      <p className="strong" ref={subjectLine}>
        {subject}
      </p>
      {content()}
    </Sheet>
  );
}

function Choice({
  byLink,
  linking,
  onChoose,
  onSwitchMode,
}: {
  byLink: boolean;
  linking: "csv" | "xlsx" | null;
  onChoose: (format: "csv" | "xlsx") => void;
  onSwitchMode: () => void;
}) {
  const texts = useText("exports");
  const { offlineReason } = useText("shared");
  const online = useOnline();
  return (
    <>
      <p className="muted">{byLink ? texts.linkLead : texts.lead}</p>
      <Button wide pending={linking === "csv"} disabled={!online} onClick={() => onChoose("csv")}>
        {byLink ? texts.linkCsv : texts.downloadCsv}
      </Button>
      <Button wide pending={linking === "xlsx"} disabled={!online} onClick={() => onChoose("xlsx")}>
        {byLink ? texts.linkXlsx : texts.downloadXlsx}
      </Button>
      {!online && <p className="muted">{offlineReason}</p>}
      <Button wide variant="plain" onClick={onSwitchMode}>
        {byLink ? texts.downloadInstead : texts.linkInstead}
      </Button>
    </>
  );
}
