import { formatMoney } from "@reposo/contract/money/money.ts";
import { useState } from "react";
import { collectionQueue } from "./collection-queue.ts";
import { isPending, type StoredCollection } from "./stored-collection.ts";
import { formatDifference } from "#manager/cash/collections/format-difference.ts";
import { CorrectSheet } from "#manager/cash/collections/correct-sheet.tsx";
import { useOnline } from "#shared/api/connection.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import type { Texts } from "#locales/texts.ts";
import { momentInZone, type DisplayZone } from "#manager/shared/zone/display-zone.ts";
import { Badge } from "#ui/text/badge.tsx";
import { Button } from "#ui/button/button.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";

/**
 * Lists the collections that are still stored in this browser, because they or their photos are pending or were
 * refused, or because the manager has not seen their difference yet.
 */
export function PendingCollections({
  stored,
  zone,
  onSend,
}: {
  stored: readonly StoredCollection[];
  zone: DisplayZone;
  onSend: () => Promise<void>;
}) {
  const texts = useText("cash");
  const online = useOnline();
  const [sending, setSending] = useState(false);

  async function send(): Promise<void> {
    setSending(true);
    try {
      await onSend();
    } finally {
      setSending(false);
    }
  }

  return (
    <Section title={texts.storedTitle}>
      {stored.map((one) => (
        <Stored key={one.request.collectionId} stored={one} zone={zone} />
      ))}
      {online && stored.some(isPending) && (
        <Button variant="quiet" pending={sending} onClick={() => void send()}>
          {texts.sendNow}
        </Button>
      )}
    </Section>
  );
}

function stateText(stored: StoredCollection, texts: Texts["cash"], online: boolean): string {
  const { refusal, isRecorded = false } = stored;
  if (refusal !== null) return isRecorded ? texts.photoRefused : texts.refused;
  if (!isPending(stored)) return texts.recordedState;
  if (!isRecorded) return texts.waiting;
  return online ? texts.photoSending : texts.photoWaiting;
}

function Stored({ stored, zone }: { stored: StoredCollection; zone: DisplayZone }) {
  const texts = useText("cash");
  const { cancel } = useText("manager");
  const language = useLanguage();
  const online = useOnline();
  const [removing, setRemoving] = useState(false);
  const [recounting, setRecounting] = useState(false);
  const { request, refusal, isRecorded = false, unseenResult } = stored;
  const { collectionId, deviceId, counted, currency, collectedAt, note } = request;
  const isPhotoUnusable = refusal === "";
  // A recorded collection is also in the list below.
  const isListed = refusal === null && !isPending(stored);
  return (
    <article className="entry" aria-label={deviceId}>
      <div className="split">
        <span className="strong">
          {deviceId} · {formatMoney(counted, currency, language)}
        </span>
        <span role="status">
          <Badge tone={refusal !== null ? "bad" : isPending(stored) ? "warn" : "neutral"}>
            {stateText(stored, texts, online)}
          </Badge>
        </span>
      </div>
      {!isListed && <p className="soft">{momentInZone(Date.parse(collectedAt), zone, language)}</p>}
      {!isListed && note !== undefined && (
        <p className="prose" dir="auto">
          {note}
        </p>
      )}
      {unseenResult !== undefined && (
        <>
          <div className="split">
            <span>
              {texts.difference}{" "}
              <span className="strong">
                {formatDifference(unseenResult.difference, unseenResult.currency, language)}
              </span>
            </span>
            <span className="actions">
              <Button variant="quiet" onClick={() => setRecounting(true)}>
                {texts.recount}
              </Button>
              <Button variant="quiet" onClick={() => void collectionQueue.acknowledge(collectionId)}>
                {texts.done}
              </Button>
            </span>
          </div>
          {/* Who counts again has seen the difference, so closing the sheet acknowledges it. */}
          {recounting && (
            <CorrectSheet
              entry={unseenResult}
              onClose={() => void collectionQueue.acknowledge(collectionId)}
            />
          )}
        </>
      )}
      {isRecorded && refusal !== null && <p className="soft">{texts.photoRefusedText}</p>}
      {isRecorded && refusal === null && isPending(stored) && !online && (
        <p className="soft">{texts.photoWaitingText}</p>
      )}
      {refusal !== null && (
        <>
          <p dir="auto">{isPhotoUnusable ? texts.photoUnreadable : refusal}</p>
          <div className="actions">
            {isRecorded && !isPhotoUnusable && (
              <Button variant="quiet" onClick={() => void collectionQueue.put({ ...stored, refusal: null })}>
                {texts.retryPhoto}
              </Button>
            )}
            <Button variant="quiet" onClick={() => setRemoving(true)}>
              {isRecorded ? texts.removePhoto : texts.remove}
            </Button>
          </div>
        </>
      )}
      {removing && (
        <Sheet
          open
          onClose={() => setRemoving(false)}
          title={isRecorded ? texts.removePhotoQuestion : texts.removeQuestion}
        >
          <p>{isRecorded ? texts.removePhotoText : texts.removeText}</p>
          <Button wide variant="danger" onClick={() => void collectionQueue.remove(collectionId)}>
            {isRecorded ? texts.removePhoto : texts.remove}
          </Button>
          <Button wide variant="plain" onClick={() => setRemoving(false)}>
            {cancel}
          </Button>
        </Sheet>
      )}
    </article>
  );
}
