import type { Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import { isolateText } from "@reposo/contract/text/isolate-text.ts";
import { memo } from "react";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { momentInZone, type DisplayZone } from "#manager/shared/zone/display-zone.ts";
import { Badge } from "#ui/text/badge.tsx";
import { Button } from "#ui/button/button.tsx";
import { PhotoIcon } from "#ui/icons/icons.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import styles from "./collection-entry.module.css";
import { collectionTones } from "./collection-columns.tsx";
import { CountComparison } from "./count-comparison.tsx";

/**
 * Shows one entry of a collection with its difference. A correction, an adjustment (the server's change of the expected
 * amount), or a void adds an entry that replaces the previous one. Only the newest entry can be corrected or voided,
 * and a void is final.
 */
export const CollectionEntry = memo(function CollectionEntry({
  entry,
  zone,
  position,
  total,
  onCorrect,
  onVoid,
  onShowPhoto,
}: {
  entry: Collection;
  zone: DisplayZone;
  position: number;
  total: number;
  onCorrect: (entry: Collection) => void;
  onVoid: (entry: Collection) => void;
  onShowPhoto: (entry: Collection) => void;
}) {
  const texts = useText("cash");
  const language = useLanguage();
  const { kind, deviceId, areaName, note, correctedById } = entry;
  const time = (instant: string) => momentInZone(Date.parse(instant), zone, language);
  const isReplaced = correctedById !== null;
  const isCurrent = !isReplaced && kind !== "void";
  return (
    <li className="entry" aria-posinset={position} aria-setsize={total} data-row={entry.collectionId}>
      <div className="split">
        <span className="strong">
          {deviceId} · <UserText>{areaName}</UserText>
        </span>
        <Badge tone={isReplaced ? "neutral" : collectionTones[kind]}>
          {isReplaced ? texts.replaced : texts[kind]}
        </Badge>
      </div>
      {kind !== "void" && (
        <div className={isReplaced ? styles.replaced : undefined}>
          <CountComparison of={entry} />
        </div>
      )}
      <p className="soft">
        {fill(texts.collectedBy, {
          name: isolateText(entry.collectedBy),
          time: time(entry.collectedAt),
        })}
      </p>
      {(kind === "correction" || kind === "void") && (
        <p className="soft">
          {fill(texts[`${kind}By`], { name: entry.recordedBy, time: time(entry.recordedAt) })}
        </p>
      )}
      {entry.movedToDeviceId !== null && (
        <p className="soft">{fill(texts.movedTo, { deviceId: entry.movedToDeviceId })}</p>
      )}
      {entry.movedFromId !== null && <p className="soft">{texts.movedFrom}</p>}
      {kind === "adjustment" && <p className="soft">{texts.adjustmentText}</p>}
      {note !== null && (
        <p className="prose" dir="auto">
          {note}
        </p>
      )}
      {(isCurrent || entry.hasPhoto) && (
        <div className="actions">
          {entry.hasPhoto && (
            <Button variant="quiet" icon={<PhotoIcon />} onClick={() => onShowPhoto(entry)}>
              {texts.showPhoto}
            </Button>
          )}
          {isCurrent && (
            <>
              <Button variant="quiet" onClick={() => onCorrect(entry)}>
                {texts.correct}
              </Button>
              <Button variant="quiet" onClick={() => onVoid(entry)}>
                {texts.wrongChair}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
});
