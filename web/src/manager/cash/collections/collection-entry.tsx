import { formatMoney } from "@reposo/contract/money/money.ts";
import type { Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import { isolateText } from "@reposo/contract/text/isolate-text.ts";
import { memo } from "react";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { clockInZone, momentInZone, type DisplayZone } from "#manager/shared/zone/display-zone.ts";
import { Badge } from "#ui/text/badge.tsx";
import { Button } from "#ui/button/button.tsx";
import { DownIcon, PhotoIcon } from "#ui/icons/icons.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import { UserText } from "#ui/text/user-text.tsx";
import styles from "./collection-entry.module.css";
import { collectionTones } from "./collection-columns.tsx";
import { formatDifference } from "./format-difference.ts";
import { CountComparison } from "./count-comparison.tsx";

/**
 * Shows one entry of a collection with its difference. A correction, an adjustment (the server's change of the expected
 * amount), or a void adds an entry that replaces the previous one. Only the newest entry can be corrected or voided,
 * and a void is final. A tap shows more than two lines.
 */
export const CollectionEntry = memo(function CollectionEntry({
  entry,
  zone,
  position,
  total,
  isOpen = false,
  onCorrect,
  onVoid,
  onShowPhoto,
}: {
  entry: Collection;
  zone: DisplayZone;
  position: number;
  total: number;
  /** Whether everything is shown without a tap. */
  isOpen?: boolean;
  onCorrect: (entry: Collection) => void;
  onVoid: (entry: Collection) => void;
  onShowPhoto: (entry: Collection) => void;
}) {
  const texts = useText("cash");
  const { replaced } = useText("tables");
  const language = useLanguage();
  const { kind, deviceId, areaName, note, correctedById, counted, difference, currency } = entry;
  const money = (amount: number) => formatMoney(amount, currency, language);
  const clock = (instant: string) => clockInZone(Date.parse(instant), zone, language);
  const time = (instant: string) => momentInZone(Date.parse(instant), zone, language);
  const isReplaced = correctedById !== null;
  const isCurrent = !isReplaced && kind !== "void";
  return (
    <li aria-posinset={position} aria-setsize={total} data-row={entry.collectionId} className={styles.item}>
      <details open={isOpen}>
        <summary className={styles.head}>
          <span className={styles.line}>
            <span className="strong">{deviceId}</span>
            {kind !== "void" && (
              <span className={classNames("strong", isReplaced && styles.replaced)}>{money(counted)}</span>
            )}
          </span>
          <span className={styles.line}>
            <span className="soft">
              {/* In the list, the heading above the entry names its day. */}
              <UserText>{areaName}</UserText> · {(isOpen ? time : clock)(entry.collectedAt)}
            </span>
            {(isReplaced || kind !== "collection") && (
              <Badge tone={isReplaced ? "neutral" : collectionTones[kind]}>
                {isReplaced ? replaced : texts[kind]}
              </Badge>
            )}
            {isCurrent && difference !== 0 && (
              <span className="soft">
                {fill(texts.differenceOf, { amount: formatDifference(difference, currency, language) })}
              </span>
            )}
          </span>
          <span className={styles.mark}>
            <DownIcon />
          </span>
        </summary>
        <div className={styles.content}>
          {kind !== "void" && (
            <div className={classNames("stack-2", isReplaced && styles.replaced)}>
              <CountComparison of={entry} />
            </div>
          )}
          {isReplaced && <p className="soft">{texts.replaced}</p>}
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
        </div>
      </details>
    </li>
  );
});
