-- These functions run with their owner's rights. With a search path of the session, a temporary view named like one of the
-- transition tables let the application execute any statement with them; without EXECUTE, it cannot call them at all.
ALTER FUNCTION count_ended_orders() SET search_path = public, pg_temp;
ALTER FUNCTION keep_moved_order() SET search_path = public, pg_temp;
ALTER FUNCTION keep_open_orders() SET search_path = public, pg_temp;
REVOKE ALL ON FUNCTION count_ended_orders(), keep_moved_order(), keep_open_orders(), keep_feedback_answer() FROM PUBLIC;
