export { type Launched, type UserInfo, mayOpen } from "./launch.ts";
export { logOut } from "./log-out.ts";
export { readManagerToken, useManagerToken } from "./manager-token.ts";
export { refetchAfterPending, retryFailedQueries } from "./refetch.ts";
export { useLaunch } from "./use-launch.ts";
