-- Permissions for actions, in addition to those for viewing. Until now, any manager could start and stop massages, and the
-- permission `details` included refunds, coupons, changes of chairs, and exports.

ALTER TABLE account DROP CONSTRAINT account_permissions_check;
ALTER TABLE account ADD CONSTRAINT account_permissions_check CHECK (permissions <@ ARRAY['home', 'details', 'user', 'cash',
  'start', 'stop', 'refund', 'coupons', 'service', 'export']);

-- Accounts keep what their permissions included. Starting and stopping needed no permission, so only accounts that could
-- open all three tabs keep it.
UPDATE account SET permissions = permissions
  || CASE WHEN permissions @> ARRAY['home', 'details', 'user'] THEN ARRAY['start', 'stop'] ELSE '{}' END
  || CASE WHEN permissions @> ARRAY['details'] THEN ARRAY['refund', 'coupons', 'service'] ELSE '{}' END
  || CASE WHEN permissions && ARRAY['details', 'cash'] THEN ARRAY['export'] ELSE '{}' END
WHERE kind = 'outletManager';
