-- A chair that went offline or broke between the order and its payment was not taken by anyone: it has a reason of its own.
ALTER TABLE orders DROP CONSTRAINT orders_end_reason_check;
ALTER TABLE orders ADD CONSTRAINT orders_end_reason_check CHECK (end_reason IN ('finished', 'stopped', 'fault',
  'powerLoss', 'silent', 'startDeadline', 'refused', 'deviceTaken', 'deviceUnavailable', 'paymentTimeout',
  'paymentRefused'));
