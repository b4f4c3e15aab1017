export { createLogin, type Login } from "./create-login.ts";
export {
  type AccountProfile,
  type AccountRecord,
  findAccount,
  hasAnyAccount,
  isSuitableLoginName,
  normaliseLoginName,
} from "./accounts/account-store.ts";
export { registerLoginRoutes } from "./login-routes.ts";
export {
  changePermissions,
  changeProfile,
  createAccount,
  disableAccount,
  enableAccount,
  type NewAccount,
  setPassword,
} from "./accounts/manage-accounts.ts";
export { isGuessable } from "./passwords/password-strength.ts";
export { isUnstoredGuest, storeGuests } from "./sessions/open-guest-session.ts";
export { issueTicket } from "./sessions/order-ticket-store.ts";
export { guestTokenIssuedAt, hashToken, hasTokenFormat, newToken } from "./sessions/session-tokens.ts";
