declare global {
  interface Window {
    /**
     * Target of the last tap before the app handles taps, set by the document's inline script; null once the app
     * handles them.
     */
    earlyTap?: EventTarget | null;
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isBox = (control: Control): control is HTMLInputElement =>
  control.type === "radio" || control.type === "checkbox";

/** Whether the user has changed a control. A radio button is deselected by selecting another one. */
function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.selectedOptions[0]?.defaultSelected === false;
  if (isBox(control))
    return control.checked !== control.defaultChecked && (control.checked || control.type !== "radio");
  return control.value !== control.defaultValue;
}

/**
 * Returns a function that repeats the user's change of a control. React reports a change only if the value differs from
 * the last one that a script has set by the property of the element itself, so the value is reset first.
 */
function repeatChange(control: Control): () => void {
  const { value } = control;
  const report = (type: "input" | "change") => control.dispatchEvent(new Event(type, { bubbles: true }));
  if (control.type === "file") return () => report("change");
  if (isBox(control)) {
    const { checked } = control;
    return () => {
      control.checked = !checked;
      control.click();
    };
  }
  if (control instanceof HTMLSelectElement)
    return () => {
      control.value = value;
      report("change");
    };
  return () => {
    control.value = control.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
    report("input");
  };
}

/**
 * Reads what the user has done on the markup of the server: changed controls and the last tap on a button. Must be
 * called before the app renders again. Returns a function that repeats it, so that the app handles it.
 */
export function readEarlyInput(): () => void {
  const controls = [...document.querySelectorAll<Control>("input, select, textarea")];
  const changes = controls.filter(isChanged).map(repeatChange);
  const { earlyTap } = window;
  const button = earlyTap instanceof Element ? earlyTap.closest("button") : null;
  const text = button?.textContent;
  return () => {
    // With null, the inline script ignores further input.
    window.earlyTap = null;
    for (const change of changes) change();
    // A tap on "Pay ₱5.00" must not press a button that names another amount now.
    if (button?.isConnected && button.textContent === text) button.click();
  };
}
