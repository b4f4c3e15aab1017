-- The application's role: everything it needs and no more. Ledger, transitions, audit and chair events are
-- append-only for it; only the owner's role, which migrates, could change them.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'reposo_app') THEN
    CREATE ROLE reposo_app NOLOGIN;
  END IF;
  EXECUTE format('GRANT reposo_app TO %I', current_user);
END $$;
GRANT USAGE ON SCHEMA public TO reposo_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO reposo_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO reposo_app;
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_entry, order_transition, audit_entry, chair_event FROM reposo_app;
REVOKE DELETE ON orders, payment, refund FROM reposo_app;
