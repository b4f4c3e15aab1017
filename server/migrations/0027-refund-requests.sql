-- What managers ask to be given back by hand, and what an operator made of it.
CREATE TABLE refund_request (
  request_id     uuid PRIMARY KEY,
  order_id       uuid NOT NULL REFERENCES orders,
  -- The feedback whose answer it came with: one request a feedback.
  feedback_id    uuid UNIQUE REFERENCES feedback,
  -- Null only for a wish from before this table whose answer nobody signed.
  account_id     uuid REFERENCES account,
  amount_minor   bigint NOT NULL CHECK (amount_minor > 0),
  currency       text NOT NULL,
  reason         text NOT NULL CHECK (reason <> ''),
  state          text NOT NULL CHECK (state IN ('requested', 'approved', 'refused')),
  refund_id      uuid UNIQUE REFERENCES refund,
  requested_at   timestamptz NOT NULL,
  decided_at     timestamptz,
  decided_by     text,
  decision       text CHECK (decision <> ''),
  CHECK ((state = 'requested') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  CHECK ((state = 'approved') = (refund_id IS NOT NULL)),
  CHECK (state <> 'refused' OR decision IS NOT NULL)
);
-- At most one open request an order.
CREATE UNIQUE INDEX refund_request_one_open ON refund_request (order_id) WHERE state = 'requested';
CREATE INDEX refund_request_order ON refund_request (order_id, requested_at DESC);

-- Wishes that stood in the feedback itself; its column stays for servers that were started before.
INSERT INTO refund_request (request_id, order_id, feedback_id, account_id, amount_minor, currency, reason, state,
  refund_id, requested_at, decided_at, decided_by)
SELECT DISTINCT ON (coalesce(given.refund_id, f.order_id)) gen_random_uuid(), f.order_id, f.feedback_id,
  (SELECT account.account_id FROM audit_entry a JOIN account ON a.actor = 'manager:' || account.account_id
   WHERE a.subject = 'feedback:' || f.feedback_id AND a.action = 'feedback.answered'
   ORDER BY a.audit_id DESC LIMIT 1),
  coalesce(given.amount_minor, f.refund_requested_minor), o.currency, f.problem,
  CASE WHEN given.refund_id IS NULL THEN 'requested' ELSE 'approved' END, given.refund_id, f.answered_at,
  given.requested_at, CASE WHEN given.refund_id IS NOT NULL THEN 'reposo command line' END
FROM feedback f JOIN orders o ON o.order_id = f.order_id
LEFT JOIN LATERAL (
  SELECT r.refund_id, r.amount_minor, r.requested_at FROM refund r
  WHERE r.order_id = f.order_id AND r.requested_at >= f.answered_at ORDER BY r.requested_at LIMIT 1
) AS given ON true
WHERE f.refund_requested_minor IS NOT NULL
ORDER BY coalesce(given.refund_id, f.order_id), f.answered_at;

GRANT SELECT, INSERT, UPDATE ON refund_request TO reposo_app;
