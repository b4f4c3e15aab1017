import type { CashBox, Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import { currencyLabels, formatMoney } from "@reposo/contract/money/money.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { normaliseDeviceId, normaliseText } from "@reposo/contract/text/typed-text.ts";
import { maxCounted } from "@reposo/contract/money/currencies.ts";
import { maxNoteCharacters } from "@reposo/contract/text/text-limits.ts";
import { useState } from "react";
import { ChairIdField } from "#manager/cash/collections/chair-id-field.tsx";
import { CorrectSheet } from "#manager/cash/collections/correct-sheet.tsx";
import { newCollectionId } from "#manager/cash/collections/collection-id.ts";
import { collectionQueue } from "#manager/cash/pending/collection-queue.ts";
import { type ChosenPhoto, PhotoField } from "#manager/cash/photos/photo-field.tsx";
import { readTypedCount } from "#shared/i18n/typed-amount.ts";
import { useCloseOwn } from "#manager/cash/collections/use-close-own.ts";
import { useBoxLookUp, useCashBox } from "#manager/cash/use-cash-box.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { serverNow } from "#shared/time/server-clock.ts";
import { showToast } from "#shared/toasts/toasts.ts";
import { Button } from "#ui/button/button.tsx";
import { focusInvalid } from "#ui/focus/focus-invalid.ts";
import { Field } from "#ui/field/field.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import { TextArea } from "#ui/field/text-area.tsx";
import { useAmountProblem } from "#manager/shared/frame/use-amount-problem.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";

/** The box to collect; `deviceId` is null if the manager enters the device ID in the sheet. */
export type ChosenBox = CashBox | { readonly deviceId: null };

/** Records a collection. The browser stores it before sending it, so that the sheet also works without a connection. */
export function CollectSheet({
  ready: { userInfo },
  chosen,
  onClose,
  onStored,
}: {
  ready: Ready;
  chosen: ChosenBox;
  onClose: () => void;
  onStored: () => Promise<void>;
}) {
  const texts = useText("cash");
  const { textTooLong } = useText("shared");
  const language = useLanguage();
  const { closeOwn } = useCloseOwn(onClose);
  const [typedId, setTypedId] = useState("");
  const [typed, setTyped] = useState("");
  const [note, setNote] = useState("");
  const [photo, setPhoto] = useState<ChosenPhoto>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  /** The recorded entry, if its count differs from the expected amount. */
  const [result, setResult] = useState<Collection | null>(null);
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState(false);
  const deviceId = chosen.deviceId ?? normaliseDeviceId(typedId);
  const listed = useCashBox(deviceId);
  const lookUp = useBoxLookUp();
  // The list may be newer than the chosen box.
  const box = listed ?? (chosen.deviceId === null ? undefined : chosen);
  const currency = box?.currency ?? userInfo.currency;
  const counted = readTypedCount(typed, currency, language);
  const normalisedNote = normaliseText(note);
  const noteLength = countCharacters(normalisedNote);
  const describeProblem = useAmountProblem(currency);
  const maxAmount = { amount: formatMoney(maxCounted, currency, language) };
  const idProblem =
    deviceId === ""
      ? texts.chairMissing
      : box === undefined && listed === null
        ? texts.chairUnknown
        : undefined;
  const amountProblem =
    counted === null
      ? describeProblem(typed)
      : counted > maxCounted
        ? fill(texts.amountTooLarge, maxAmount)
        : undefined;

  async function store(): Promise<void> {
    setIsSubmitted(true);
    setFailed(false);
    if (
      counted === null ||
      idProblem !== undefined ||
      amountProblem !== undefined ||
      noteLength > maxNoteCharacters
    )
      return;
    setPending(true);
    const collectedAt = new Date(serverNow()).toISOString();
    const found = box ?? (await lookUp(deviceId));
    // Null: the account has no such chair, which the field reports. Undefined: the server did not answer, so the
    // collection is stored without this check.
    if (found === null) return setPending(false);
    const request = {
      collectionId: newCollectionId(),
      deviceId,
      counted,
      currency: found?.currency ?? currency,
      ...(normalisedNote !== "" && { note: normalisedNote }),
      collectedAt,
    };
    const collection = { accountId: userInfo.id, request, refusal: null };
    const withPhoto = photo !== null && photo !== "preparing";
    let isPhotoStored = withPhoto;
    try {
      // If the browser cannot store the photo, for example for lack of space, the collection is stored without it.
      if (withPhoto)
        await collectionQueue.put({ ...collection, photo }).catch(() => {
          isPhotoStored = false;
        });
      if (!isPhotoStored) await collectionQueue.put(collection);
    } catch {
      setFailed(true);
      setPending(false);
      return;
    }
    try {
      await onStored();
    } finally {
      await reportStored(request.collectionId, withPhoto && !isPhotoStored);
    }
  }

  async function reportStored(collectionId: string, isPhotoMissing: boolean): Promise<void> {
    const remaining = await collectionQueue.list(userInfo.id).catch(() => []);
    const queued = remaining.find((one) => one.request.collectionId === collectionId);
    if (isPhotoMissing) showToast(texts.photoNotStored, "error");
    if (queued?.unseenResult !== undefined) return setResult(queued.unseenResult);
    // Another toast would replace that about the photo.
    if (isPhotoMissing) return closeOwn();
    // A refusal needs no toast, because the list of pending collections shows it.
    if (queued === undefined) showToast(texts.saved);
    else if (queued.isRecorded) showToast(texts.savedWithPhoto);
    else if (queued.refusal === null) showToast(texts.savedOffline);
    closeOwn();
  }

  if (result !== null)
    return (
      <CorrectSheet
        entry={result}
        isNew
        onClose={() => {
          void collectionQueue.acknowledge(result.collectionId);
          onClose();
        }}
      />
    );
  return (
    <Sheet open onClose={onClose} title={texts.record}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (pending || photo === "preparing") return;
          const form = event.currentTarget;
          void store().then(() => focusInvalid(form));
        }}
      >
        {chosen.deviceId === null ? (
          <ChairIdField
            label={texts.chair}
            value={typedId}
            onChange={setTypedId}
            error={isSubmitted ? idProblem : undefined}
          />
        ) : (
          <p className="strong">
            {chosen.deviceId} · <bdi>{chosen.areaName}</bdi>
          </p>
        )}
        <Field
          label={fill(texts.countedIn, { currency: currencyLabels[currency] })}
          value={typed}
          onChange={setTyped}
          inputMode="decimal"
          autoComplete="off"
          error={isSubmitted ? amountProblem : undefined}
        />
        <TextArea
          label={texts.note}
          placeholder={texts.noteHint}
          value={note}
          onChange={setNote}
          count={noteLength}
          maxCharacters={maxNoteCharacters}
          tooLong={fill(textTooLong, { most: maxNoteCharacters })}
          countLabel={fill(texts.characters, { count: String(noteLength), most: String(maxNoteCharacters) })}
        />
        <PhotoField photo={photo} onChange={setPhoto} />
        <p className="soft">{texts.notIncome}</p>
        {failed && <Banner kind="error">{texts.notSaved}</Banner>}
        <Button type="submit" wide pending={pending}>
          {texts.save}
        </Button>
      </form>
    </Sheet>
  );
}
