-- Migration 0006 granted DELETE on all tables of its time; no statement of the application deletes from these.
REVOKE DELETE ON account, advert, attention_case, chair_epoch, coupon, coupon_customer_use, device, device_usual_income,
  notification_settings, outlet, price, price_group, revenue_rollup FROM reposo_app;
