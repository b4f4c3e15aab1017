import { readStored, writeStored } from "#shared/storage/local-storage.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The server's page renderer applies the theme before the first paint. */
export const chosenTheme = (): Theme => themes.find((theme) => theme === readStored("theme")) ?? "system";

function show(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
  writeStored("theme", theme === "system" ? null : theme);
  show(theme);
}
