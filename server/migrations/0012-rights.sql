-- Rights of the application's role: everything it needs and no more. The ledger, the transitions of orders, the audit
-- trail, and the events of chairs are append-only for it; only the role that migrates could change them.
-- docs/database-rights.md explains the rights of each table.

GRANT USAGE ON SCHEMA public TO reposo_app;

GRANT SELECT, INSERT, DELETE ON
  customer, session, login_key, login_nonce, login_known_address, login_known_browser, try_window, outlet_manager,
  device_absence, unpaid_order, order_ticket, customer_order_grant, chair_command, provider_event, coin_gap, upload,
  upload_usage, alert, alert_snooze, notification_mute, push_subscription, outbox, live_event, idempotent_answer,
  export_ticket, server_key
TO reposo_app;

GRANT SELECT, INSERT ON
  account, outlet, position_proposal, advert, price_group, price, device, device_move, device_configuration,
  device_reported_configuration, device_usual_income, chair_epoch, chair_event, coupon, coupon_customer_use, orders,
  order_transition, test_run, payment, refund, provider_comparison, dispute, ledger_entry, revenue_rollup,
  outlet_rollup, coin_run, coin_meter, quarantined_coin, cash_collection, feedback, refund_request, gift_coupon,
  file_store, attention_case, notification_settings, audit_entry
TO reposo_app;

GRANT SELECT ON
  open_order, moved_order, order_rollup, outlet_order_rollup, feedback_answer, schema_migration
TO reposo_app;

-- Columns that change after a row was written.
GRANT UPDATE (password_hash, display_name, phone, permissions, country, currency, time_zone, disabled_at,
  password_expires_at) ON account TO reposo_app;
GRANT UPDATE (last_used_at, expires_at, ended_at, end_reason) ON session TO reposo_app;
GRANT UPDATE (last_login_at) ON login_known_address TO reposo_app;
GRANT UPDATE (last_login_at) ON login_known_browser TO reposo_app;
GRANT UPDATE (tries) ON try_window TO reposo_app;
GRANT UPDATE (name, address, time_zone, currency, latitude, longitude, payment_providers, refund_policy,
  opening_hours, contact) ON outlet TO reposo_app;
GRANT UPDATE (status, decided_at, decided_by, reason) ON position_proposal TO reposo_app;
GRANT UPDATE (image_url, link_url, texts, "position", outlet_ids, valid_from, valid_until) ON advert TO reposo_app;
GRANT UPDATE (coins_per_minute) ON price_group TO reposo_app;
GRANT UPDATE (retired_at, popular) ON price TO reposo_app;
GRANT UPDATE (outlet_id, price_group_id, disabled_at, credential_hash, online, boot_id, firmware, fault, running,
  last_seen_at, unordered_run_ends_at, out_of_service_reason, broker_password, signal_dbm, moved_at,
  coin_counter_minor, coin_counter_at, takeovers, taken_over_at, identity_shared_since, earlier_boot_ids,
  is_taken_over) ON device TO reposo_app;
GRANT UPDATE (ended_at) ON device_absence TO reposo_app;
GRANT UPDATE (version, pulse_value_minor, volume, gears, reported_at) ON device_reported_configuration TO reposo_app;
GRANT UPDATE (outlet_id, computed_at, source, amounts_minor, starts) ON device_usual_income TO reposo_app;
GRANT UPDATE (complete_up_to, highest_seq, counter_before_minor) ON chair_epoch TO reposo_app;
GRANT UPDATE (property, value_minor, currency, max_uses, uses_taken, valid_from, valid_until, outlet_ids, gears,
  minutes, percent, max_uses_customer) ON coupon TO reposo_app;
GRANT UPDATE (uses) ON coupon_customer_use TO reposo_app;
GRANT UPDATE (ordered_at, status, gear, minutes, amount_minor, refunded_minor, deadline_at, start_deadline_at,
  started_at, ends_at, ended_at, end_reason, extended_minutes) ON orders TO reposo_app;
GRANT UPDATE (coupon_id) ON unpaid_order TO reposo_app;
GRANT UPDATE (expires_at) ON customer_order_grant TO reposo_app;
GRANT UPDATE (replied_at, outcome, reason, resent_at) ON chair_command TO reposo_app;
GRANT UPDATE (started_at, ended_at, ran_seconds) ON test_run TO reposo_app;
GRANT UPDATE (provider, provider_ref, state, redirect_url, qr_text, settled_at, looks, page_retry_at,
  page_error, transaction_ref) ON payment TO reposo_app;
GRANT UPDATE (state, returned_at, provider_ref, looks, refused_ref, key_number) ON refund TO reposo_app;
GRANT UPDATE (compared_until, next_at) ON provider_comparison TO reposo_app;
GRANT UPDATE (amount_minor, reason, state, respond_by, reported_at, withdrawn_at, fee_minor, fee_currency,
  reinstated_at, reinstated_minor, reinstated_fee_minor) ON dispute TO reposo_app;
GRANT UPDATE (online_minor, cash_minor, online_entries, cash_entries, dispute_minor) ON revenue_rollup TO reposo_app;
GRANT UPDATE (online_minor, cash_minor, online_entries, cash_entries, dispute_minor) ON outlet_rollup TO reposo_app;
GRANT UPDATE (order_id, bought_seconds, booked_seconds, started_at, ended_at, end_reason, ran_seconds) ON coin_run
  TO reposo_app;
GRANT UPDATE (epoch, counter_minor, counted_at, allowance_minor, allowance_at, usual_day_minor, usual_on) ON
  coin_meter TO reposo_app;
GRANT UPDATE (state, decided_at, decided_by, note, restarts_counter, is_expected) ON quarantined_coin TO reposo_app;
GRANT UPDATE (state, outcome, answer, coupon_code, answered_at, closed_at) ON feedback TO reposo_app;
GRANT UPDATE (state, refund_id, decided_at, decided_by, decision) ON refund_request TO reposo_app;
GRANT UPDATE (state, coupon_code, decided_at, decided_by, decision) ON gift_coupon TO reposo_app;
GRANT UPDATE (receiver, held_until, key, kind, content_type, bytes, width, height, duration_seconds, has_poster,
  stored_at, feedback_id, "position", collection_id, originals_removed) ON upload TO reposo_app;
GRANT UPDATE (files, bytes) ON upload_usage TO reposo_app;
GRANT UPDATE (detail, opened_at, closed_at) ON attention_case TO reposo_app;
GRANT UPDATE (device_ids, since, quantity, amount_minor, fault, resolved_at, final_cost_minor) ON alert TO reposo_app;
GRANT UPDATE (until, quantity) ON alert_snooze TO reposo_app;
GRANT UPDATE (email, language, quiet_from, quiet_to) ON notification_settings TO reposo_app;
GRANT UPDATE (account_id, p256dh, auth, key_id, language, created_at, last_failed_at, session_hash) ON
  push_subscription TO reposo_app;
GRANT UPDATE (due_at, attempts, last_error, claim) ON outbox TO reposo_app;
GRANT UPDATE (request_hash, answer, created_at, holder, held_until) ON idempotent_answer TO reposo_app;
GRANT USAGE ON SEQUENCE audit_entry_audit_id_seq TO reposo_app;
GRANT USAGE ON SEQUENCE ledger_entry_entry_id_seq TO reposo_app;
GRANT USAGE ON SEQUENCE live_event_event_id_seq TO reposo_app;
GRANT USAGE ON SEQUENCE outbox_outbox_id_seq TO reposo_app;
