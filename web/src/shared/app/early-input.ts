declare global {
  interface Window {
    /**
     * Target of the last tap before the app handles taps, set by the document's inline script; null once the app
     * handles them.
     */
    earlyTap?: EventTarget | null;
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement;

/** Identifies a control. The app may replace the server's element by its own. */
interface Place {
  readonly name: string;
  /** Position among the controls of the same name. */
  readonly index: number;
}

const controlsIn = (root: ParentNode): Control[] => [
  ...root.querySelectorAll<Control>("input, select, textarea, button"),
];

const nameOf = (control: Control): string =>
  [
    control.localName,
    control.type,
    control.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? control.textContent,
  ].join(" ");

function placeOf(control: Control, root: ParentNode): Place {
  const name = nameOf(control);
  const index = controlsIn(root)
    .filter((each) => nameOf(each) === name)
    .indexOf(control);
  // The control was removed if the server's markup has arrived after the tap.
  return { name, index: Math.max(0, index) };
}

const controlAt = ({ name, index }: Place): Control | undefined =>
  controlsIn(document).filter((control) => nameOf(control) === name)[index];

/** Returns the value that the user has chosen or typed; null if it is the server's. */
function changedValue(control: Control): string | boolean | null {
  if (control instanceof HTMLButtonElement) return null;
  if (control instanceof HTMLSelectElement)
    return control.selectedOptions[0]?.defaultSelected === false ? control.value : null;
  if (control instanceof HTMLInputElement && ["radio", "checkbox"].includes(control.type)) {
    // A radio button is deselected by selecting another one.
    const isChanged =
      control.checked !== control.defaultChecked && (control.checked || control.type !== "radio");
    return isChanged ? control.checked : null;
  }
  return control.value === control.defaultValue ? null : control.value;
}

/**
 * Changes a control like a user does. React reports a change only if the value differs from the last one that a script
 * has set, so the value is reset first.
 */
function change(control: Control, value: string | boolean): void {
  if (control instanceof HTMLButtonElement) return;
  if (control instanceof HTMLSelectElement) {
    control.value = String(value);
    control.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (typeof value === "boolean") {
    (control as HTMLInputElement).checked = !value;
    control.click();
  } else {
    control.value = control.defaultValue;
    control.setRangeText(value, 0, control.value.length, "end");
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** How long a control may take to appear, because its page still renders the data of its calls. */
const waitMilliseconds = 3_000;
const retryMilliseconds = 50;

interface Step {
  readonly place: Place;
  readonly repeat: (control: Control) => void;
}

/** Repeats the steps in order. Drops a control that does not appear, and all others once the user does something else. */
function repeatSteps(steps: readonly Step[]): void {
  let isInterrupted = false;
  for (const type of ["pointerdown", "keydown"])
    window.addEventListener(type, () => (isInterrupted = true), { once: true, capture: true });
  const deadline = Date.now() + waitMilliseconds;
  function next([step, ...later]: readonly Step[]): void {
    if (step === undefined || isInterrupted) return;
    const control = controlAt(step.place);
    if (control === undefined && Date.now() < deadline) {
      setTimeout(() => next([step, ...later]), retryMilliseconds);
      return;
    }
    if (control !== undefined) step.repeat(control);
    next(later);
  }
  next(steps);
}

/**
 * Reads what the user has done on the markup of the server: changed controls, the focus, and the last tap. Must be
 * called before the app renders again or removes the markup. Returns a function that repeats it in the app.
 */
export function readEarlyInput(markup: ParentNode): () => void {
  const steps = controlsIn(markup).flatMap((control): Step[] => {
    const value = changedValue(control);
    return value === null
      ? []
      : [{ place: placeOf(control, markup), repeat: (shown) => change(shown, value) }];
  });
  const focused = controlsIn(markup).find((control) => control === document.activeElement);
  if (focused !== undefined)
    steps.push({ place: placeOf(focused, markup), repeat: (shown) => shown.focus({ preventScroll: true }) });
  const { earlyTap } = window;
  const tapped = earlyTap instanceof Element ? earlyTap.closest("button") : null;
  // The place contains the button's text: a tap on "Pay ₱5.00" must not press a button that names another amount now.
  if (tapped !== null) steps.push({ place: placeOf(tapped, markup), repeat: (shown) => shown.click() });
  return () => {
    // With null, the inline script ignores further input.
    window.earlyTap = null;
    repeatSteps(steps);
  };
}
