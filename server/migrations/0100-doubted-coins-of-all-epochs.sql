-- The daily limit of coins without a reliable time counts the coins of all epochs of a chair.
CREATE INDEX chair_event_doubted_coins ON chair_event (device_id, received_at) WHERE type = 'coin' AND time_doubted;
