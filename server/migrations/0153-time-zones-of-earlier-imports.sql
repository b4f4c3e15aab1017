-- Earlier imports accepted abbreviations and fixed offsets: no day can be computed in PST, and Etc/GMT+8 is sixteen hours
-- from the time that is meant. Such a zone becomes that of the country of the outlet's or account's currency.
WITH given AS (
  SELECT 'outlet:' || outlet_id AS subject, time_zone AS before, currency FROM outlet
  UNION ALL
  SELECT 'account:' || account_id, time_zone, currency FROM account
), replaced AS (
  SELECT subject, before, after FROM given, LATERAL (
    SELECT coalesce(
      (SELECT name FROM pg_timezone_names
        WHERE lower(name) = lower(before) AND (name = 'UTC' OR (name ~ '[a-z]' AND name NOT LIKE 'Etc/%'))
        ORDER BY name LIMIT 1),
      CASE currency WHEN 'MYR' THEN 'Asia/Kuala_Lumpur' WHEN 'CNY' THEN 'Asia/Shanghai' WHEN 'IDR' THEN 'Asia/Jakarta'
        ELSE 'Asia/Manila' END) AS after) AS usable
  WHERE before <> after
), outlets AS (
  UPDATE outlet SET time_zone = after FROM replaced WHERE subject = 'outlet:' || outlet_id
), accounts AS (
  UPDATE account SET time_zone = after FROM replaced WHERE subject = 'account:' || account_id
)
INSERT INTO audit_entry (at, actor, action, subject, detail)
  SELECT now(), 'server', 'timeZone.replaced', subject, jsonb_build_object('before', before, 'after', after)
  FROM replaced;
