-- A massage that its chair cut short without a word of a fault, and one whose end nobody told.

ALTER TABLE attention_case DROP CONSTRAINT attention_case_kind_check;
ALTER TABLE attention_case ADD CONSTRAINT attention_case_kind_check CHECK (kind IN
  ('ranAfterRefund', 'runWithoutOrder', 'refundFailed', 'eventGap', 'paymentMismatch', 'ranShort', 'endUnheard'));
