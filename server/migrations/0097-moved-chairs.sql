-- Since when a chair is at its outlet, where it was moved there from another one; null: since it was installed. Its page
-- shows nothing earlier to the managers of the outlet (CHAIR-1, G-9). `installed_at` stays, because coins from before
-- the move may still arrive.
ALTER TABLE device ADD COLUMN moved_at timestamptz;

-- Earlier moves were not recorded: such a chair was moved after its last day with orders at another outlet.
UPDATE device d SET moved_at = least(elsewhere.until, now())
FROM (
  SELECT r.device_id, max(r.starts_at) + interval '1 day' AS until
  FROM order_rollup r JOIN device USING (device_id)
  WHERE r.grain = 'day' AND r.outlet_id <> device.outlet_id GROUP BY r.device_id
) AS elsewhere
WHERE elsewhere.device_id = d.device_id;
