import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** Returns false on the server and while the app hydrates the server's markup, which must be equal; true afterwards. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
