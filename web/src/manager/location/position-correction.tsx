import { formatCoordinates } from "./coordinates.ts";
import { type OutletLocation, positionOf } from "./location-queries.ts";
import { usePositionProposal } from "./use-position-proposal.ts";
import { mayOpen } from "#manager/shared/session/account.ts";
import { FailureText } from "#shared/api/failure-text.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { momentInZone } from "#manager/shared/zone/display-zone.ts";
import { Badge } from "#ui/text/badge.tsx";
import { ButtonLink } from "#ui/button/button.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Card, Section } from "#ui/screen/screen.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { RetryButton } from "#manager/shared/frame/load-failed.tsx";
import { useMinutes } from "#shared/time/ticking-clock.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";

const tones = { waiting: "warn", accepted: "good", refused: "bad" } as const;

type Latest = NonNullable<ReturnType<typeof usePositionProposal>["data"]>;

export function PositionCorrection({ ready, outlet }: { ready: Ready; outlet: OutletLocation }) {
  const texts = useText("places");
  const { areaId } = outlet;
  const latest = usePositionProposal(areaId);
  return (
    <>
      {latest.isError && (
        <Banner kind="warn" action={<RetryButton pending={latest.isFetching} onRetry={latest.refetch} />}>
          <FailureText of={latest.error} />
        </Banner>
      )}
      {latest.data && <Outcome latest={latest.data} />}
      {mayOpen(ready.userInfo, "details") && (
        <ButtonLink wide variant="quiet" href={hrefOf("locationChoose", { areaId })}>
          {latest.data?.status === "waiting"
            ? texts.changeProposal
            : positionOf(outlet) === null
              ? texts.proposeLocation
              : texts.correctLocation}
        </ButtonLink>
      )}
    </>
  );
}

function Outcome({ latest }: { latest: Latest }) {
  const texts = useText("places");
  const language = useLanguage();
  const zone = useZone();
  const now = useMinutes();
  const { status, proposedAt, proposedBy, reason } = latest;
  const names = {
    waiting: texts.correctionWaiting,
    accepted: texts.correctionAccepted,
    refused: texts.correctionRefused,
  };
  const time = momentInZone(Date.parse(proposedAt), zone, language, now);
  return (
    <Section title={texts.proposal}>
      <Card>
        <div className="split">
          <p className="strong">{formatCoordinates(latest)}</p>
          <span role="status">
            <Badge tone={tones[status]}>{names[status]}</Badge>
          </span>
        </div>
        <p className="soft">{fill(texts.correctionBy, { name: proposedBy, time })}</p>
        {reason !== null && <p className="prose">{fill(texts.correctionReason, { reason })}</p>}
      </Card>
    </Section>
  );
}
