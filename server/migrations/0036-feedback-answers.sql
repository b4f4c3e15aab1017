-- Every answer that a feedback was ever given. The table of feedback keeps the last one, as servers that were started
-- before know it; whatever they write there is kept here as well.
CREATE TABLE feedback_answer (
  feedback_id    uuid NOT NULL REFERENCES feedback,
  number         integer NOT NULL CHECK (number > 0),
  answer         text NOT NULL,
  -- The coupon that came with it.
  coupon_code    text REFERENCES coupon (code),
  answered_at    timestamptz NOT NULL,
  PRIMARY KEY (feedback_id, number)
);

-- Answers that were written over stand in the trail.
INSERT INTO feedback_answer (feedback_id, number, answer, coupon_code, answered_at)
SELECT f.feedback_id, row_number() OVER (PARTITION BY f.feedback_id ORDER BY e.audit_id), e.detail ->> 'answer',
  e.detail ->> 'couponCode', e.at
FROM feedback f JOIN audit_entry e ON e.subject = 'feedback:' || f.feedback_id AND e.action = 'feedback.answered'
WHERE e.detail ->> 'answer' IS NOT NULL;
INSERT INTO feedback_answer (feedback_id, number, answer, coupon_code, answered_at)
SELECT f.feedback_id, 1, f.answer, f.coupon_code, f.answered_at FROM feedback f
WHERE f.answer IS NOT NULL AND NOT EXISTS (SELECT FROM feedback_answer a WHERE a.feedback_id = f.feedback_id);

CREATE FUNCTION keep_feedback_answer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
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
CREATE TRIGGER feedback_answered AFTER INSERT OR UPDATE ON feedback FOR EACH ROW
  EXECUTE FUNCTION keep_feedback_answer();

GRANT SELECT ON feedback_answer TO reposo_app;

-- Which of its order's it is: ten an order, however many are sent at once. Null only where there were more before, and
-- where a server that was started before wrote it.
ALTER TABLE feedback ADD COLUMN number integer CHECK (number BETWEEN 1 AND 10);
UPDATE feedback f SET number = n.number
FROM (SELECT feedback_id, row_number() OVER (PARTITION BY order_id ORDER BY created_at, feedback_id) AS number
      FROM feedback) AS n
WHERE n.feedback_id = f.feedback_id AND n.number <= 10;
CREATE UNIQUE INDEX feedback_number ON feedback (order_id, number);

-- How many wait for an answer: home counts them.
CREATE INDEX feedback_open ON feedback (outlet_id) WHERE state IN ('sent', 'lookedAt');
