import { formatMoney } from "@reposo/contract/money/money.ts";
import type { Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FailureText } from "#shared/api/failure-text.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { momentInZone, type DisplayZone } from "#manager/shared/zone/display-zone.ts";
import { Button } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import { photoQuery } from "#manager/cash/cash-queries.ts";
import styles from "./photo.module.css";

/** Shows the photo of a collection. Its signed link expires, so the sheet fetches a new one each time it opens. */
export function PhotoSheet({
  entry: { collectionId, deviceId, collectedAt, counted, currency },
  zone,
  onClose,
}: {
  entry: Collection;
  zone: DisplayZone;
  onClose: () => void;
}) {
  const texts = useText("cash");
  const { tryAgain } = useText("shared");
  const language = useLanguage();
  const [isBroken, setBroken] = useState(false);
  const { data, error, isError, refetch } = useQuery({
    ...photoQuery(collectionId),
    gcTime: 0,
  });
  const time = momentInZone(Date.parse(collectedAt), zone, language);
  return (
    <Sheet open onClose={onClose} title={texts.photoTitle}>
      <p className="soft">
        {deviceId} · {formatMoney(counted, currency, language)} · {time}
      </p>
      {isError || isBroken ? (
        <Notice
          kind="error"
          title={texts.photoFailed}
          text={isError ? <FailureText of={error} /> : undefined}
          action={
            <Button
              variant="quiet"
              onClick={() => {
                setBroken(false);
                void refetch();
              }}
            >
              {tryAgain}
            </Button>
          }
        />
      ) : data === undefined ? (
        <Skeleton shape="card" />
      ) : data.url === null ? (
        <p>{texts.photoDeleted}</p>
      ) : (
        <img
          className={styles.large}
          src={data.url}
          alt={fill(texts.photoOf, { deviceId, time })}
          onError={() => setBroken(true)}
        />
      )}
    </Sheet>
  );
}
