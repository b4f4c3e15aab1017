-- A refund or dispute names the provider's ID of the transaction, which differs from the ID of the payment page.
ALTER TABLE payment ADD COLUMN transaction_ref text;
CREATE UNIQUE INDEX payment_transaction_ref ON payment (provider, transaction_ref) WHERE transaction_ref IS NOT NULL;
GRANT UPDATE (transaction_ref) ON payment TO reposo_app;

-- Number of the idempotency key: a provider repeats the stored error of a key, so a request that it refused needs another one.
ALTER TABLE refund ADD COLUMN key_number integer NOT NULL DEFAULT 0;
GRANT UPDATE (key_number) ON refund TO reposo_app;
CREATE INDEX refund_payment ON refund (payment_id) WHERE payment_id IS NOT NULL;

-- A refund that the provider has not made is reduced to what is left after a refund in the provider's console, and ends if
-- nothing is left. The application cannot change amounts of refunds in any other way.
ALTER TABLE refund DROP CONSTRAINT refund_amount_minor_check;
ALTER TABLE refund ADD CONSTRAINT refund_amount_minor_check CHECK (amount_minor > 0 OR (amount_minor = 0 AND state = 'returned'));
CREATE FUNCTION reduce_refund(reduced_id uuid, left_minor bigint, reduced_at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE refund SET amount_minor = left_minor, state = CASE left_minor WHEN 0 THEN 'returned' ELSE state END,
    returned_at = CASE left_minor WHEN 0 THEN reduced_at END
  WHERE refund_id = reduced_id AND left_minor BETWEEN 0 AND amount_minor AND state IN ('requested', 'needsAttention')
    AND (provider_ref IS NULL OR provider_ref = refused_ref)
$$;
REVOKE ALL ON FUNCTION reduce_refund FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reduce_refund TO reposo_app;

-- Adds kinds of cases to those that exist, so that the order of migrations that add kinds does not matter.
DO $$
DECLARE definition text;
BEGIN
  SELECT pg_get_constraintdef(oid) INTO STRICT definition FROM pg_constraint
  WHERE conrelid = 'attention_case'::regclass AND conname = 'attention_case_kind_check';
  ALTER TABLE attention_case DROP CONSTRAINT attention_case_kind_check;
  EXECUTE 'ALTER TABLE attention_case ADD CONSTRAINT attention_case_kind_check '
    || replace(definition, 'ARRAY[', 'ARRAY[''refundExceedsPayment''::text, ''providerDiffers''::text, ''dispute''::text, ');
END $$;
