-- The uses of a customer are counted for each coupon, also without a limit per customer: a limit that is imported later
-- applies to the orders before it, and when these fail they release only their own uses (G-5).

-- No order takes or releases a use meanwhile.
LOCK TABLE coupon IN EXCLUSIVE MODE;
INSERT INTO coupon_customer_use AS counted (coupon_id, customer_id, uses)
SELECT coupon_id, customer_id, count(*) FROM orders
WHERE coupon_id IS NOT NULL AND customer_id IS NOT NULL AND status NOT IN ('failed', 'refunded', 'cancelled')
GROUP BY coupon_id, customer_id
ON CONFLICT (coupon_id, customer_id) DO UPDATE SET uses = excluded.uses;
