import type { ReactNode } from "react";

/**
 * Isolates text that a user has entered, so that its writing direction and its unterminated bidirectional control
 * characters do not affect the surrounding text.
 */
export const UserText = ({ children }: { readonly children: ReactNode }) => <bdi>{children}</bdi>;
