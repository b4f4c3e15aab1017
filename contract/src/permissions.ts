/**
 * Permissions of a manager's account. `home`, `details`, `user`: the tab and its pages. `cash`: the page Cash, and
 * recording collections. `start`: starting and extending massages for cash or a coupon, and continuing
 * them on another chair. `stop`: ending an order early.
 * `refund`: requesting refunds. `coupons`: giving coupons. `service`: commands to chairs, their volume, and taking them
 * out of service. `export`: exporting what the account may view.
 */
export const permissions = [
  "home",
  "details",
  "user",
  "cash",
  "start",
  "stop",
  "refund",
  "coupons",
  "service",
  "export",
] as const;
export type Permission = (typeof permissions)[number];

/**
 * Required authorisation. `anyone`: no token. `token`: the token of a customer or a manager. `manager`: the token of a
 * manager. A permission: the token of a manager with that permission.
 */
export type Access = "anyone" | "token" | "manager" | Permission;
