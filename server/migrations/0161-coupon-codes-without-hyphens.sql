-- A coupon is also found if its code is typed without hyphens or with other ones.
CREATE INDEX coupon_code_without_hyphens ON coupon (replace(code, '-', ''));
