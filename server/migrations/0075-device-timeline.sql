-- The timeline of a chair reads its faults and its quarantined coins by time.
CREATE INDEX chair_event_faults ON chair_event (device_id, occurred_at DESC) WHERE type IN ('fault', 'cleared');
CREATE INDEX quarantined_coin_inserted ON quarantined_coin (device_id, occurred_at DESC);
