-- A session that was ended after the clock had been set back ends with its last use, or the audit of it would fail for ever.
UPDATE session SET ended_at = last_used_at WHERE ended_at < last_used_at;
