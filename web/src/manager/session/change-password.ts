import { changePassword as operation } from "@reposo/contract/login.ts";
import { callApi } from "#shared/api/api-client.ts";
import { callEncrypted } from "./encrypted-call.ts";

/** Replaces the logged-in manager's own password; rejects with an ApiFailure, and then nothing has changed. */
export const changePassword = (current: string, next: string): Promise<null> =>
  callEncrypted(async ({ keyId, encrypt }) => {
    const [currentPassword, newPassword] = await Promise.all([encrypt(current), encrypt(next)]);
    return callApi(operation, { keyId, currentPassword, newPassword });
  });
