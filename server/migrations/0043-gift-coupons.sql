-- Coupons that managers give with an answer to feedback. Within the limits of the settings a coupon is given at once;
-- beyond them the operator decides, and the coupon exists only after an approval.
CREATE TABLE gift_coupon (
  gift_id        uuid PRIMARY KEY,
  -- One gift for each feedback.
  feedback_id    uuid NOT NULL UNIQUE REFERENCES feedback,
  order_id       uuid NOT NULL REFERENCES orders,
  outlet_id      text NOT NULL REFERENCES outlet,
  -- Null only for gifts from before this table whose answer has no author in the audit trail.
  account_id     uuid REFERENCES account,
  -- Null: a free massage of any price.
  value_minor    bigint CHECK (value_minor > 0),
  currency       text,
  state          text NOT NULL CHECK (state IN ('given', 'requested', 'approved', 'refused')),
  -- The limit that the gift exceeded when the manager asked for it.
  exceeded       text CHECK (exceeded IN ('day', 'month', 'orderAge', 'value')),
  coupon_code    text UNIQUE REFERENCES coupon (code),
  created_at     timestamptz NOT NULL,
  decided_at     timestamptz,
  decided_by     text,
  decision       text CHECK (decision <> ''),
  CHECK ((value_minor IS NULL) = (currency IS NULL)),
  CHECK ((state IN ('given', 'approved')) = (coupon_code IS NOT NULL)),
  CHECK ((state = 'given') = (exceeded IS NULL)),
  CHECK ((state IN ('approved', 'refused')) = (decided_at IS NOT NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  CHECK (state <> 'refused' OR decision IS NOT NULL)
);
CREATE INDEX gift_coupon_outlet ON gift_coupon (outlet_id, created_at DESC, gift_id DESC);
CREATE INDEX gift_coupon_order ON gift_coupon (order_id);
CREATE INDEX gift_coupon_requested ON gift_coupon (created_at) WHERE state = 'requested';

-- Gifts from before: free massages.
INSERT INTO gift_coupon (gift_id, feedback_id, order_id, outlet_id, account_id, state, coupon_code, created_at)
SELECT DISTINCT ON (f.coupon_code) gen_random_uuid(), f.feedback_id, f.order_id, f.outlet_id,
  (SELECT account.account_id FROM audit_entry e JOIN account ON e.actor = 'manager:' || account.account_id
   WHERE e.subject = 'feedback:' || f.feedback_id AND e.action = 'feedback.answered'
     AND e.detail ->> 'couponCode' = f.coupon_code
   ORDER BY e.audit_id LIMIT 1),
  'given', f.coupon_code,
  coalesce((SELECT min(a.answered_at) FROM feedback_answer a
            WHERE a.feedback_id = f.feedback_id AND a.coupon_code = f.coupon_code), f.answered_at, f.created_at)
FROM feedback f WHERE f.coupon_code IS NOT NULL ORDER BY f.coupon_code, f.created_at;

GRANT SELECT, INSERT, UPDATE ON gift_coupon TO reposo_app;
