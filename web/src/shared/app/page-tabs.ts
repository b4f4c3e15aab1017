import { type ComponentType, createContext } from "react";

/** The app's tab bar, which is shown while a page's code is missing; null in an app without tabs. */
export const PageTabs = createContext<ComponentType | null>(null);
