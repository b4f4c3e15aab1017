import { type ComponentType, createContext } from "react";

/** The tab bar of the app around the pages: it stays where a page's code is missing. Null in an app without tabs. */
export const PageTabs = createContext<ComponentType | null>(null);
