import { formatMoney } from "@reposo/contract/money/money.ts";
import { normaliseCode } from "@reposo/contract/text/typed-text.ts";
import { type FormEvent, useState } from "react";
import { useOnline } from "#shared/api/connection.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { Sheet, SheetFoot } from "#ui/sheet/sheet.tsx";
import { PriceChoice, type PriceLine } from "./price-choice.tsx";
import { type CouponKind, type CouponRequest, useCouponOffer } from "./use-coupon-offer.ts";

export interface CouponStart {
  readonly price: PriceLine;
  readonly kind: CouponKind;
  readonly code: string;
  /** The amount that remains to be paid, in minor units, as shown on the button; 0 if the coupon covers the price. */
  readonly payable: number;
}

interface CouponSheetProps extends CouponRequest {
  open: boolean;
  onClose: () => void;
  payLabel: (amount: string) => string;
  pending: boolean;
  error: string | undefined;
  /** Whether the server refused the last order. The coupon's value must then be fetched again. */
  refused: boolean;
  /** Replaces the sheet's default texts, which are about starting a massage. */
  texts: { readonly title: string; readonly submit: string } | undefined;
  onStart: (start: CouponStart) => void;
  /** Called when the user changes the kind, the code, or the price line, and before a code is checked. */
  onEdit: () => void;
}

/**
 * Asks for a coupon code, and then for the price line for which to redeem it. Managers cannot use cash coupons
 * (START-3).
 */
export function CouponSheet(props: CouponSheetProps) {
  const { open, onClose, kinds, canPay, payLabel, pending, refused, texts, onStart, onEdit } = props;
  const text = useText("customer");
  const shared = useText("shared");
  const language = useLanguage();
  const online = useOnline();
  const [kind, setKind] = useState<CouponKind>("coupon");
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const { offer, price, choose, check, checking, checkError, clear } = useCouponOffer(props, kind);
  const shown = refused ? null : offer;
  const payable = price === undefined ? 0 : (offer?.payable.get(price.priceId) ?? 0);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (pending || checking || !online) return;
    const given = normaliseCode(code);
    setMissing(given === "");
    if (given === "") return;
    if (shown !== null && price !== undefined) return onStart({ price, kind, code: given, payable });
    onEdit();
    check(given);
  }

  function edit(change: () => void): void {
    change();
    setMissing(false);
    clear();
    onEdit();
  }

  const start =
    price !== undefined && payable > 0
      ? payLabel(formatMoney(payable, price.currency, language))
      : (texts?.submit ?? text.start);
  return (
    <Sheet open={open} onClose={onClose} title={texts?.title ?? text.couponTitle}>
      <form className="stack" onSubmit={submit} noValidate>
        {kinds.length > 1 && (
          <Segmented
            label={text.couponKind}
            value={kind}
            choices={kinds.map((value) => ({ value, label: text[value] }))}
            onChange={(value) => edit(() => setKind(value))}
          />
        )}
        <Field
          label={kind === "coupon" ? text.couponCode : text.cashCouponCode}
          value={code}
          onChange={(value) => edit(() => setCode(value))}
          error={missing ? text.couponMissing : (checkError ?? props.error)}
          code
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
          enterKeyHint="go"
        />
        {shown !== null && price !== undefined && (
          <PriceChoice
            prices={shown.lines}
            payable={shown.payable}
            chosen={price.priceId}
            onChoose={(line) => {
              choose(line);
              onEdit();
            }}
            question={text.couponChoose}
          />
        )}
        <SheetFoot>
          <Button
            type="submit"
            wide
            pending={pending || checking}
            disabled={!online || (!canPay && payable > 0)}
          >
            {shown === null ? text.couponApply : start}
          </Button>
          {!online && <p className="note">{shared.offlineReason}</p>}
        </SheetFoot>
      </form>
    </Sheet>
  );
}
