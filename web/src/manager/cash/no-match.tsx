import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { focusBefore } from "#ui/focus/focus-before.ts";
import { Notice } from "#ui/notice/notice.tsx";
import { type CashSelection, changeTo, withoutFilters } from "./cash-selection.ts";

/** Replaces an empty list if the selection is limited to outlets or to a chair. */
export function NoMatch({ selection, text }: { selection: CashSelection; text?: string }) {
  const { nothingMatches, clearFilters } = useText("manager");
  return (
    <Notice
      kind="nothingMatches"
      title={nothingMatches}
      text={text}
      action={
        <Button
          variant="quiet"
          onClick={({ currentTarget }) => {
            focusBefore(currentTarget);
            changeTo(withoutFilters(selection));
          }}
        >
          {clearFilters}
        </Button>
      }
    />
  );
}
