-- What could still be given for the order when the manager asked for the coupon: received, neither returned nor given.
-- Null for gifts from before this column.
ALTER TABLE gift_coupon ADD COLUMN left_minor bigint CHECK (left_minor >= 0);
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_given_within_left
  CHECK (state <> 'given' OR left_minor IS NULL OR (value_minor IS NOT NULL AND value_minor <= left_minor));

ALTER TABLE gift_coupon DROP CONSTRAINT gift_coupon_exceeded_check;
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_exceeded_check
  CHECK (exceeded IN ('day', 'month', 'orderAge', 'value', 'ownFeedback'));
