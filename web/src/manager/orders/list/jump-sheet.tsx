import { useState } from "react";
import { dateInZone } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { dateBounds, isCalendarDay } from "#shared/time/calendar-day.ts";
import { serverNow } from "#shared/time/server-clock.ts";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";

/** Chooses the day with which the list begins. */
export function JumpSheet({
  day,
  onJump,
  onClose,
}: {
  /** As `YYYY-MM-DD`. */
  day: string;
  onJump: (day: string) => void;
  onClose: () => void;
}) {
  const texts = useText("lists");
  const today = dateInZone(serverNow(), useZone());
  const [chosen, setChosen] = useState(day);
  const { min } = dateBounds(today);
  return (
    <Sheet open onClose={onClose} title={texts.jump}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isCalendarDay(chosen)) return;
          onClose();
          onJump(chosen);
        }}
      >
        <Field
          type="date"
          label={texts.jumpDay}
          hint={texts.jumpLead}
          required
          min={min}
          max={today}
          value={chosen}
          onChange={setChosen}
        />
        <Button type="submit" wide>
          {texts.jumpNow}
        </Button>
      </form>
    </Sheet>
  );
}
