import { type FormEvent, useState } from "react";
import { useOnline } from "#platform/connection.ts";
import { useText } from "#platform/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { Sheet } from "#ui/sheet.tsx";
import styles from "./coupon-sheet.module.css";

export type CouponKind = "coupon" | "cashCoupon";

export interface CouponSheetProps {
  open: boolean;
  onClose: () => void;
  kinds: readonly CouponKind[];
  /** What the code will start, so that nobody spends it on the wrong line. */
  summary: string;
  pending: boolean;
  error: string | undefined;
  /** The coupon only lowers the price: what its button says then, and why. */
  rest: { readonly label: string; readonly reason: string } | null;
  /** Where it is not a massage that the coupon starts. */
  words?: { readonly title: string; readonly submit: string };
  onStart: (kind: CouponKind, code: string) => void;
  onEdit: () => void;
}

/** Asks for a code; what was wrong with it stays at the field. A manager takes coupons only (START-3). */
export default function CouponSheet({
  open,
  onClose,
  kinds,
  summary,
  pending,
  error,
  rest,
  words,
  onStart,
  onEdit,
}: CouponSheetProps) {
  const text = useText("customer");
  const shared = useText("shared");
  const online = useOnline();
  const [kind, setKind] = useState<CouponKind>("coupon");
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (pending || !online) return;
    const given = code.trim();
    setMissing(given === "");
    if (given !== "") onStart(kind, given);
  }

  function edit(value: string): void {
    setCode(value);
    setMissing(false);
    onEdit();
  }

  return (
    <Sheet open={open} onClose={onClose} title={words?.title ?? text.couponTitle} closeLabel={shared.close}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {kinds.length > 1 && (
          <Segmented
            label={text.couponKind}
            value={kind}
            choices={kinds.map((value) => ({ value, label: text[value] }))}
            onChange={(value) => {
              setKind(value);
              onEdit();
            }}
          />
        )}
        <Field
          label={kind === "coupon" ? text.couponCode : text.cashCouponCode}
          value={code}
          onChange={edit}
          error={missing ? text.couponMissing : error}
          hint={rest?.reason ?? summary}
          code
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={64}
          enterKeyHint="go"
        />
        <Button type="submit" wide pending={pending} disabled={!online}>
          {rest?.label ?? words?.submit ?? text.start}
        </Button>
        {!online && <p className={styles.reason}>{shared.offlineReason}</p>}
      </form>
    </Sheet>
  );
}
