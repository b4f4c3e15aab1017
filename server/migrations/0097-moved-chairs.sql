-- When a chair was moved from an outlet to another one. Coins that were inserted before the move and arrive after it are
-- booked to the outlet that the chair was moved from (CASH-2).
CREATE TABLE device_move (
  device_id text NOT NULL REFERENCES device,
  moved_at timestamptz NOT NULL,
  from_outlet_id text NOT NULL REFERENCES outlet,
  PRIMARY KEY (device_id, moved_at)
);
REVOKE ALL ON device_move FROM reposo_app;
GRANT SELECT, INSERT ON device_move TO reposo_app;

-- Earlier moves were not recorded: a chair was moved from another outlet after its last day with orders there.
INSERT INTO device_move (device_id, moved_at, from_outlet_id)
SELECT r.device_id, least(max(r.starts_at) + interval '1 day', now()), r.outlet_id
FROM order_rollup r JOIN device USING (device_id)
WHERE r.grain = 'day' AND r.outlet_id <> device.outlet_id
GROUP BY r.device_id, r.outlet_id
ON CONFLICT DO NOTHING;

-- The time of the last move; null for a chair that is at its first outlet. Its page and its alerts show nothing earlier to
-- the managers of the outlet (CHAIR-1, G-9). `installed_at` stays, because coins from before the move may still arrive.
ALTER TABLE device ADD COLUMN moved_at timestamptz;
UPDATE device d SET moved_at = last.moved_at
FROM (SELECT device_id, max(moved_at) AS moved_at FROM device_move GROUP BY device_id) AS last
WHERE last.device_id = d.device_id;
