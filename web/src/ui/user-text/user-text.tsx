import type { ReactNode } from "react";

/** Isolates user-entered text, so that its direction and unclosed direction marks do not affect the rest. */
export const UserText = ({ children }: { readonly children: ReactNode }) => <bdi>{children}</bdi>;
