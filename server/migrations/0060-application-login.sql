-- The application logs in as reposo_app, or as a role of the operator's that is a member of it, and no longer as the owner.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON schema_migration FROM reposo_app;

-- Importing orders in parts is for whoever may act as the tables' owner, whatever the application's login is called.
CREATE OR REPLACE FUNCTION is_importing_orders() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('reposo.importing_orders', true), '') = 'on'
    AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = to_regclass('public.orders')), 'MEMBER')
$$;
