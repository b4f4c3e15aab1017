-- Streams of ended sessions are closed within seconds: each server asks every second which sessions have just ended.
CREATE INDEX session_ended ON session (ended_at) WHERE ended_at IS NOT NULL;
