/**
 * After the form has rendered its errors, focuses the first invalid field, or the message of an error that belongs to
 * no single field, because it may be out of view.
 */
export function focusInvalid(form: HTMLElement): void {
  requestAnimationFrame(() =>
    form.querySelector<HTMLElement>("[aria-invalid=true],[role=alert][tabindex]")?.focus(),
  );
}
