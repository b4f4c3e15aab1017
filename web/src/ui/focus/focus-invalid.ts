/** Focuses the first invalid field after the form has rendered its errors, because the field may be out of view. */
export function focusInvalid(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}
