-- Feedback, what is given for it, and uploads.

-- Feedback on orders. `answer`, `coupon_code`, and `answered_at` are those of the newest answer.
CREATE TABLE feedback (
  feedback_id            uuid PRIMARY KEY,
  reference              text NOT NULL UNIQUE CHECK (reference ~ '^FB-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  order_id               uuid NOT NULL REFERENCES orders,
  outlet_id              text NOT NULL REFERENCES outlet,
  device_id              text NOT NULL REFERENCES device,
  customer_id            uuid REFERENCES customer,
  account_id             uuid REFERENCES account,
  problem                text NOT NULL,
  abnormal               text NOT NULL,
  media_count            integer NOT NULL CHECK (media_count BETWEEN 0 AND 52),
  state                  text NOT NULL CHECK (state IN ('sent', 'lookedAt', 'answered', 'closed')),
  outcome                text CHECK (outcome IN ('explained', 'refunded', 'couponGiven')),
  answer                 text,
  coupon_code            text REFERENCES coupon (code),
  refund_requested_minor bigint CHECK (refund_requested_minor > 0),
  created_at             timestamptz NOT NULL,
  answered_at            timestamptz,
  closed_at              timestamptz,
  -- Number of the feedback of its order, at most ten per order.
  number                 integer CHECK (number BETWEEN 1 AND 10),
  -- Choice from the dictionary's problems.
  problem_type           text
                          CHECK (problem_type IN ('notStarted', 'stoppedEarly', 'wrongCharge', 'discomfort',
                              'dirty', 'other')),
  CHECK (num_nonnulls(customer_id, account_id) = 1),
  CHECK ((outcome IS NULL) = (closed_at IS NULL)),
  CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
  CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CHECK (state NOT IN ('answered', 'closed') OR answer IS NOT NULL),
  CONSTRAINT feedback_problem_check CHECK (problem <> '' OR (problem_type IS NOT NULL AND problem_type <> 'other'))
);
CREATE INDEX feedback_device ON feedback (device_id, created_at DESC);
CREATE UNIQUE INDEX feedback_number ON feedback (order_id, number);
-- Home counts open feedback.
CREATE INDEX feedback_open ON feedback (outlet_id) WHERE state IN ('sent', 'lookedAt');
CREATE INDEX feedback_order ON feedback (order_id, created_at DESC);
CREATE INDEX feedback_outlet ON feedback (outlet_id, created_at DESC, feedback_id DESC);

-- All answers to feedback, inserted by a trigger.
CREATE TABLE feedback_answer (
  feedback_id uuid NOT NULL REFERENCES feedback,
  number      integer NOT NULL CHECK (number > 0),
  answer      text NOT NULL,
  -- Coupon that was given with the answer.
  coupon_code text REFERENCES coupon (code),
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (feedback_id, number)
);

-- Refunds that managers request and the operator decides.
CREATE TABLE refund_request (
  request_id   uuid PRIMARY KEY,
  order_id     uuid NOT NULL REFERENCES orders,
  -- One request per feedback.
  feedback_id  uuid UNIQUE REFERENCES feedback,
  account_id   uuid REFERENCES account,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency     text NOT NULL,
  reason       text NOT NULL CHECK (reason <> ''),
  state        text NOT NULL CHECK (state IN ('requested', 'approved', 'refused')),
  refund_id    uuid UNIQUE REFERENCES refund,
  requested_at timestamptz NOT NULL,
  decided_at   timestamptz,
  decided_by   text,
  decision     text CHECK (decision <> ''),
  CHECK ((state = 'requested') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  CHECK ((state = 'approved') = (refund_id IS NOT NULL)),
  CHECK (state <> 'refused' OR decision IS NOT NULL)
);
-- At most one open request per order.
CREATE UNIQUE INDEX refund_request_one_open ON refund_request (order_id) WHERE state = 'requested';
CREATE INDEX refund_request_order ON refund_request (order_id, requested_at DESC);

-- Coupons that managers give with an answer to feedback. Within the limits of the settings a coupon is given
-- immediately; beyond them the operator decides, and the coupon exists only after an approval.
CREATE TABLE gift_coupon (
  gift_id     uuid PRIMARY KEY,
  -- One coupon per feedback.
  feedback_id uuid NOT NULL UNIQUE REFERENCES feedback,
  order_id    uuid NOT NULL REFERENCES orders,
  outlet_id   text NOT NULL REFERENCES outlet,
  account_id  uuid REFERENCES account,
  -- Null: a free massage of any price.
  value_minor bigint CHECK (value_minor > 0),
  currency    text,
  state       text NOT NULL CHECK (state IN ('given', 'requested', 'approved', 'refused')),
  -- Limit that the request of the manager exceeded.
  exceeded    text CHECK (exceeded IN ('day', 'month', 'orderAge', 'value', 'ownFeedback')),
  coupon_code text UNIQUE REFERENCES coupon (code),
  created_at  timestamptz NOT NULL,
  decided_at  timestamptz,
  decided_by  text,
  decision    text CHECK (decision <> ''),
  -- What could still be given for the order: received, minus returned and given amounts.
  left_minor  bigint CHECK (left_minor >= 0),
  CHECK ((value_minor IS NULL) = (currency IS NULL)),
  CHECK ((state IN ('given', 'approved')) = (coupon_code IS NOT NULL)),
  CHECK ((state = 'given') = (exceeded IS NULL)),
  CHECK ((state IN ('approved', 'refused')) = (decided_at IS NOT NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  CHECK (state <> 'refused' OR decision IS NOT NULL),
  CONSTRAINT gift_coupon_given_within_left
    CHECK (state <> 'given' OR left_minor IS NULL OR (value_minor IS NOT NULL AND value_minor <= left_minor))
);
CREATE INDEX gift_coupon_order ON gift_coupon (order_id);
CREATE INDEX gift_coupon_outlet ON gift_coupon (outlet_id, created_at DESC, gift_id DESC);
CREATE INDEX gift_coupon_requested ON gift_coupon (created_at) WHERE state = 'requested';

-- Upload policies, and the files that were stored under them.
CREATE TABLE upload (
  dir               text PRIMARY KEY CHECK (dir ~ '^[A-Za-z0-9_-]{1,32}/[0-9]{8}/[A-Za-z0-9_-]{22}$'),
  -- Without a foreign key, because guests without orders are deleted before their unused uploads.
  customer_id       uuid,
  account_id        uuid REFERENCES account,
  address_hash      bytea NOT NULL,
  issued_at         timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL,
  -- The server that receives the file, until `held_until`.
  receiver          uuid,
  held_until        timestamptz,
  key               text UNIQUE,
  kind              text CHECK (kind IN ('picture', 'video')),
  content_type      text,
  bytes             bigint CHECK (bytes > 0),
  width             integer,
  height            integer,
  duration_seconds  double precision,
  has_poster        boolean NOT NULL DEFAULT false,
  stored_at         timestamptz,
  feedback_id       uuid REFERENCES feedback,
  "position"        integer,
  -- A collection has at most one photo.
  collection_id     uuid UNIQUE REFERENCES cash_collection,
  -- Whether the purge has deleted the objects that browsers uploaded to the bucket under the policy of a used file:
  -- the callback deletes only the object that it processed, and a browser may upload several.
  originals_removed boolean NOT NULL DEFAULT false,
  CHECK (starts_with(key, dir || '/')),
  CHECK (num_nonnulls(customer_id, account_id) = 1),
  CHECK (num_nonnulls(key, kind, content_type, bytes, stored_at) IN (0, 5)),
  CHECK (feedback_id IS NULL OR stored_at IS NOT NULL),
  CHECK ((feedback_id IS NULL) = ("position" IS NULL)),
  CONSTRAINT upload_collection_picture CHECK (collection_id IS NULL OR (stored_at IS NOT NULL AND kind = 'picture')),
  CONSTRAINT upload_used_once CHECK (num_nonnulls(feedback_id, collection_id) <= 1)
);
CREATE INDEX upload_feedback ON upload (feedback_id, "position") WHERE feedback_id IS NOT NULL;
CREATE INDEX upload_originals ON upload (issued_at)
  WHERE (feedback_id IS NOT NULL OR collection_id IS NOT NULL) AND NOT originals_removed;
CREATE INDEX upload_unused ON upload (issued_at) WHERE feedback_id IS NULL AND collection_id IS NULL;
CREATE INDEX upload_unused_account ON upload (account_id, issued_at)
  WHERE feedback_id IS NULL AND collection_id IS NULL AND account_id IS NOT NULL;
CREATE INDEX upload_unused_address ON upload (address_hash, issued_at)
  WHERE feedback_id IS NULL AND collection_id IS NULL;
CREATE INDEX upload_unused_customer ON upload (customer_id, issued_at)
  WHERE feedback_id IS NULL AND collection_id IS NULL AND customer_id IS NOT NULL;
-- Files whose retention ends.
CREATE INDEX upload_used ON upload (stored_at) WHERE feedback_id IS NOT NULL OR collection_id IS NOT NULL;

-- Files stored per UTC day and subject, which the limits count.
CREATE TABLE upload_usage (
  day     date NOT NULL,
  -- `customer:` or `account:` with an ID, or `everyone`.
  subject text NOT NULL,
  files   integer NOT NULL CHECK (files > 0),
  bytes   bigint NOT NULL CHECK (bytes > 0),
  PRIMARY KEY (day, subject)
);

-- ID of the file store that contains the files of this database. The store has a file with the same ID, so that a
-- server detects that it uses another store than the servers with which it shares the database.
CREATE TABLE file_store (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  store_id uuid NOT NULL
);

CREATE FUNCTION keep_feedback_answer()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.answer IS NULL OR (TG_OP = 'UPDATE'
    AND (NEW.answer, NEW.answered_at) IS NOT DISTINCT FROM (OLD.answer, OLD.answered_at)) THEN
    RETURN NULL;
  END IF;
  INSERT INTO feedback_answer (feedback_id, number, answer, coupon_code, answered_at)
  SELECT NEW.feedback_id, count(*) + 1, NEW.answer,
    CASE WHEN TG_OP = 'INSERT' OR NEW.coupon_code IS DISTINCT FROM OLD.coupon_code THEN NEW.coupon_code END,
    NEW.answered_at
  FROM feedback_answer a WHERE a.feedback_id = NEW.feedback_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION keep_feedback_answer FROM PUBLIC;
CREATE TRIGGER feedback_answered AFTER INSERT OR UPDATE ON feedback FOR EACH ROW
  EXECUTE FUNCTION keep_feedback_answer();

-- Deletes cancelled orders to which neither money nor anything else refers. Orders of the last 30 days are kept
-- whatever date the application passes. A settlement locks its payment before its order; the purge locks orders
-- first, so it skips orders whose payment is locked.
CREATE FUNCTION purge_unpaid_orders(placed_before timestamptz, up_to integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  candidates uuid[];
  purged uuid[];
BEGIN
  SELECT array_agg(order_id) INTO candidates FROM (
    SELECT o.order_id FROM orders o
    WHERE o.status = 'cancelled' AND o.order_id < order_id_floor(least(placed_before, now() - interval '30 days'))
      AND NOT EXISTS (SELECT FROM ledger_entry l WHERE l.order_id = o.order_id)
      AND NOT EXISTS (SELECT FROM payment p WHERE p.order_id = o.order_id AND p.state = 'confirmed')
      AND NOT EXISTS (SELECT FROM refund r WHERE r.order_id = o.order_id)
      AND NOT EXISTS (SELECT FROM refund_request r WHERE r.order_id = o.order_id)
      AND NOT EXISTS (SELECT FROM feedback f WHERE f.order_id = o.order_id)
      AND NOT EXISTS (SELECT FROM gift_coupon g WHERE g.order_id = o.order_id)
      AND NOT EXISTS (SELECT FROM attention_case a WHERE a.order_id = o.order_id)
      AND NOT EXISTS (SELECT FROM chair_command c WHERE c.order_id = o.order_id OR c.extension_order_id = o.order_id)
      AND NOT EXISTS (SELECT FROM orders child WHERE child.parent_order_id = o.order_id)
    ORDER BY o.order_id LIMIT up_to FOR UPDATE OF o SKIP LOCKED) AS unpaid;
  WITH locked AS (
    SELECT payment_id FROM payment WHERE order_id = ANY (candidates) AND state <> 'confirmed'
    FOR UPDATE SKIP LOCKED
  )
  SELECT array_agg(candidate) INTO purged FROM unnest(candidates) AS candidate
  WHERE NOT EXISTS (
    SELECT FROM payment p LEFT JOIN locked l USING (payment_id)
    WHERE p.order_id = candidate AND l.payment_id IS NULL);
  IF purged IS NULL THEN RETURN 0; END IF;
  DELETE FROM unpaid_order WHERE order_id = ANY (purged);
  DELETE FROM order_ticket WHERE order_id = ANY (purged);
  DELETE FROM customer_order_grant WHERE order_id = ANY (purged);
  DELETE FROM payment WHERE order_id = ANY (purged);
  DELETE FROM order_transition WHERE order_id = ANY (purged);
  DELETE FROM orders WHERE order_id = ANY (purged);
  RETURN cardinality(purged);
END $$;
REVOKE ALL ON FUNCTION purge_unpaid_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_unpaid_orders TO reposo_app;
