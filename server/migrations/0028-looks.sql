-- How often a payment and a refund were asked after: the next look is planned once, however often one is repeated.
ALTER TABLE payment ADD COLUMN looks integer NOT NULL DEFAULT 0;
ALTER TABLE refund ADD COLUMN looks integer NOT NULL DEFAULT 0;

-- Those that are being asked after go on where they are.
UPDATE payment SET looks = waiting.looks
FROM (SELECT subject, max((payload->>'asked')::integer) AS looks FROM outbox
  WHERE kind = 'check-payment' GROUP BY subject) AS waiting
WHERE waiting.subject = payment.payment_id::text;
UPDATE refund SET looks = waiting.looks
FROM (SELECT subject, max(coalesce((payload->>'looked')::integer, 0)) AS looks FROM outbox
  WHERE kind = 'return-payment' GROUP BY subject) AS waiting
WHERE waiting.subject = refund.refund_id::text;
