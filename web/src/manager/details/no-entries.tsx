import type { ReportPlace } from "#manager/reports/index.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { changeTo } from "./report-context.ts";

/** A period without any money is something else than a kind of money that did not occur. */
export function NoEntries({ place }: { place: ReportPlace }) {
  const texts = useText("details");
  const { noEntryMatches } = useText("entries");
  if (place.channel === null)
    return <Notice kind="empty" title={texts.noEntriesTitle} text={texts.noEntriesText} />;
  return (
    <Notice
      kind="nothingMatches"
      title={texts.nothingMatches}
      text={noEntryMatches}
      action={
        <Button look="quiet" onClick={() => changeTo({ ...place, channel: null, entries: true })}>
          {texts.clearFilters}
        </Button>
      }
    />
  );
}
