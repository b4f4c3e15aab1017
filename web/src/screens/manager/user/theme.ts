import { readStored, writeStored } from "#platform/local-storage.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const chosenTheme = (): Theme => themes.find((theme) => theme === readStored("theme")) ?? "system";

function show(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Before the first drawing, so that a chosen theme does not flash through the other one. */
export const showStoredTheme = (): void => show(chosenTheme());

export function chooseTheme(theme: Theme): void {
  writeStored("theme", theme === "system" ? null : theme);
  show(theme);
}
