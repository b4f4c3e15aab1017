/** Stands in for the browser's push service and its permission, which the DOM of the tests does not have. */
export function createPushService(permission: NotificationPermission = "default") {
  const state = {
    permission,
    subscription: null as PushSubscription | null,
    /** What the service does when the browser unsubscribes. */
    unsubscribe: async (): Promise<boolean> => {
      state.subscription = null;
      return true;
    },
    getSubscription: async (): Promise<PushSubscription | null> => state.subscription,
  };
  const pushManager = {
    getSubscription: () => state.getSubscription(),
    subscribe: async ({ applicationServerKey }: { readonly applicationServerKey: Uint8Array }) =>
      (state.subscription = {
        endpoint: "https://push.example.com/1",
        options: { applicationServerKey: applicationServerKey.slice().buffer },
        toJSON: () => ({ keys: { p256dh: "p256dh-of-browser", auth: "auth-of-browser" } }),
        unsubscribe: () => state.unsubscribe(),
      } as unknown as PushSubscription),
  };
  const registration = { pushManager, active: null };
  /** Adds the push service to the window; to be called before the app starts. */
  function install(): void {
    Object.defineProperty(navigator, "serviceWorker", {
      value: {
        ready: Promise.resolve(registration),
        register: async () => registration,
        getRegistration: async () => registration,
      },
    });
    Object.assign(globalThis, {
      PushManager: () => undefined,
      Notification: {
        get permission() {
          return state.permission;
        },
        requestPermission: async () => {
          if (state.permission === "default") state.permission = "granted";
          return state.permission;
        },
      },
    });
  }
  return { state, install };
}
