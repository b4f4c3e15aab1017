import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { normaliseText } from "@reposo/contract/text/typed-text.ts";
import { maxServiceReasonLength } from "@reposo/contract/text/text-limits.ts";
import { useState } from "react";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { TextArea } from "#ui/field/text-area.tsx";
import { FormSheet } from "#manager/shared/frame/form-sheet.tsx";

export function OutOfServiceSheet({
  pending,
  failure,
  clearFailure,
  onConfirm,
  onClose,
}: {
  pending: boolean;
  failure: unknown;
  clearFailure: () => void;
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const texts = useText("device");
  const { textTooLong } = useText("shared");
  const [reason, setReason] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const normalisedReason = normaliseText(reason);
  const reasonLength = countCharacters(normalisedReason);
  return (
    <FormSheet
      title={texts.takeOut}
      submitLabel={texts.takeOut}
      pending={pending}
      failure={failure}
      variant="danger"
      onSubmit={() => {
        setIsSubmitted(true);
        clearFailure();
        if (reasonLength > 0 && reasonLength <= maxServiceReasonLength) void onConfirm(normalisedReason);
      }}
      onClose={onClose}
    >
      <p className="muted">{texts.takeOutLead}</p>
      <TextArea
        label={texts.serviceReason}
        placeholder={texts.serviceReasonHint}
        value={reason}
        onChange={setReason}
        count={reasonLength}
        maxCharacters={maxServiceReasonLength}
        tooLong={fill(textTooLong, { most: maxServiceReasonLength })}
        countLabel={fill(texts.characters, { count: reasonLength, most: maxServiceReasonLength })}
        error={isSubmitted && reasonLength === 0 ? texts.serviceReasonMissing : undefined}
        required
      />
    </FormSheet>
  );
}
