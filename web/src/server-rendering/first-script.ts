/**
 * Runs in every document before the app. The document contains the source of this function, so it must not use anything
 * outside of it.
 */
function runBeforeApp(): void {
  const root = document.documentElement;
  const isAppMissing = () => window.earlyTap !== null;
  const on = <K extends keyof WindowEventMap>(type: K, handle: (event: WindowEventMap[K]) => void) =>
    window.addEventListener(type, handle, true);
  /** Returns null if the browser blocks the storage. */
  const stored = (name: string): string | null => {
    try {
      return localStorage.getItem(`reposo.${name}`);
    } catch {
      return null;
    }
  };

  // Applies the chosen theme before the first frame.
  const theme = stored("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  // Hides content that was rendered for another session than that of this browser, for example because its cookie could
  // not be deleted. The app then replaces the content.
  const { session } = root.dataset;
  if (session !== undefined && !(stored("token") ?? "").startsWith(session)) root.dataset.foreign = "";

  // Until the app runs, records the target of the last tap, which the app repeats; prevents the submission of forms; and
  // keeps the text of the payment button equal to the chosen price.
  on("click", ({ target }) => {
    if (isAppMissing()) window.earlyTap = target;
  });
  on("submit", (event) => {
    if (isAppMissing()) event.preventDefault();
  });
  on("change", ({ target }) => {
    const { payLabel } = (target as HTMLElement).dataset;
    const payButton = document.querySelector("[data-pay]");
    if (payLabel !== undefined && payButton !== null && isAppMissing()) payButton.textContent = payLabel;
  });

  // Shows a message with a reload button if a script fails to load, or the app does not start within 60 s (NET-4). Unless
  // the user has tapped something, the page then reloads when the browser is online again.
  let isFailed = false;
  const showFailed = () => {
    isFailed = true;
    const message = document.getElementById("start-failed");
    if (message !== null) message.hidden = false;
  };
  on("error", ({ target }) => {
    if ((target as Element | null)?.localName === "script") showFailed();
  });
  on("online", () => {
    if (isFailed && !window.earlyTap) location.reload();
  });
  setTimeout(() => {
    if (isAppMissing()) showFailed();
  }, 60_000);

  // The reload button keeps what was typed and chosen, except passwords, for the reloaded document.
  const inputName = "reposo.earlyInput";
  const controls = () => [
    ...document.querySelectorAll<HTMLInputElement>(
      "input:not([type=password]):not([type=file]), select, textarea",
    ),
  ];
  const isBox = ({ type }: HTMLInputElement) => type === "radio" || type === "checkbox";
  on("click", ({ target }) => {
    if ((target as Element).closest("[data-reload]") === null) return;
    try {
      const values = controls().map((control) => (isBox(control) ? control.checked : control.value));
      sessionStorage.setItem(inputName, JSON.stringify([location.href, values]));
    } catch {
      // The storage is blocked or full: the reload loses the input.
    }
    location.reload();
  });
  document.addEventListener("readystatechange", () => {
    if (document.readyState !== "interactive") return;
    // A script may have failed before the browser had parsed the message.
    if (isFailed) showFailed();
    try {
      const [href, values] = JSON.parse(sessionStorage.getItem(inputName) ?? "[]") as [
        string?,
        (string | boolean)[]?,
      ];
      sessionStorage.removeItem(inputName);
      if (href !== location.href) return;
      controls().forEach((control, index) => {
        const value = values?.[index];
        if (typeof value === "boolean") control.checked = value;
        else if (value !== undefined) control.value = value;
        // The listener above then updates the payment button, as after a choice of the user.
        if (value) control.dispatchEvent(new Event("change", { bubbles: true }));
      });
    } catch {
      // The storage is blocked.
    }
  });
}

/** The inline script of every document; it is constant, so that the content security policy can contain its hash. */
export const firstScript = `(${runBeforeApp.toString()})()`;
