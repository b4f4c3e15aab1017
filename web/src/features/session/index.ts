export { changePassword } from "./change-password.ts";
export { canEncrypt } from "./encrypt-password.ts";
export { type Launched, type UserInfo, mayOpen } from "./launch.ts";
export { logIn } from "./log-in.ts";
export { logOut } from "./log-out.ts";
export { readManagerToken, useManagerToken } from "./manager-token.ts";
export { useLaunch } from "./use-launch.ts";
