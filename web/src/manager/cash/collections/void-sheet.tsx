import type { Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { normaliseDeviceId, normaliseText } from "@reposo/contract/text/typed-text.ts";
import { maxNoteCharacters } from "@reposo/contract/text/text-limits.ts";
import { useState } from "react";
import { useCashBox } from "#manager/cash/use-cash-box.ts";
import { ChairIdField } from "./chair-id-field.tsx";
import { useNewEntry } from "./use-new-entry.ts";
import { callApi } from "#shared/api/api-client.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { showToast } from "#shared/toasts/toasts.ts";
import { TextArea } from "#ui/field/text-area.tsx";
import { FormSheet } from "#manager/shared/frame/form-sheet.tsx";

export function VoidSheet({ entry, onClose }: { entry: Collection; onClose: () => void }) {
  const texts = useText("cash");
  const { textTooLong } = useText("shared");
  const language = useLanguage();
  const { pending, failure, clearFailure, send, closeOwn } = useNewEntry(onClose);
  const [typedId, setTypedId] = useState("");
  const [reason, setReason] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { currency } = entry;
  const deviceId = normaliseDeviceId(typedId);
  const found = useCashBox(deviceId);
  const note = normaliseText(reason);
  const reasonLength = countCharacters(note);
  const idProblem =
    deviceId === entry.deviceId
      ? texts.sameChair
      : deviceId !== "" && found === null
        ? texts.chairUnknown
        : undefined;
  const reasonProblem = note === "" ? texts.reasonMissing : undefined;

  async function submit(): Promise<void> {
    setIsSubmitted(true);
    clearFailure();
    if (idProblem !== undefined || reasonProblem !== undefined || reasonLength > maxNoteCharacters) return;
    const moved = deviceId !== "";
    const voided = await send(
      { correctsId: entry.collectionId, note, ...(moved && { deviceId }) },
      (request) => callApi("voidCollection", request, { quiet: true }),
    );
    if (voided === null) return;
    showToast(moved ? texts.moved : texts.voided);
    closeOwn();
  }

  return (
    <FormSheet
      title={texts.wrongChair}
      variant={deviceId === "" ? "danger" : undefined}
      submitLabel={deviceId === "" ? texts.saveVoid : texts.saveMove}
      pending={pending}
      failure={failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="strong">
        {entry.deviceId} · {formatMoney(entry.counted, currency, language)}
      </p>
      <p className="soft">{texts.voidLead}</p>
      <ChairIdField
        label={texts.rightChair}
        value={typedId}
        onChange={setTypedId}
        hint={texts.rightChairHint}
        error={isSubmitted ? idProblem : undefined}
      />
      <TextArea
        label={texts.reason}
        value={reason}
        onChange={setReason}
        count={reasonLength}
        maxCharacters={maxNoteCharacters}
        tooLong={fill(textTooLong, { most: maxNoteCharacters })}
        countLabel={fill(texts.characters, { count: String(reasonLength), most: String(maxNoteCharacters) })}
        error={isSubmitted ? reasonProblem : undefined}
      />
    </FormSheet>
  );
}
