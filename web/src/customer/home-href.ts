import { hrefOf } from "#shared/routing/routes.ts";
import { readSession } from "#shared/session/session-storage.ts";

/** 'Home' is the chair page for a customer and the data centre for a manager (NAV-1). */
export const homeHref = (): string => hrefOf(readSession()?.kind === "manager" ? "home" : "chair");
