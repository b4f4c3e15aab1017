-- The application may ask for any date, so a too recent one is replaced by the documented retention of 30 days instead of
-- refused: the purge continues where the server's clock is ahead of the database's.
CREATE OR REPLACE FUNCTION purge_unpaid_orders(placed_before timestamptz, up_to integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
