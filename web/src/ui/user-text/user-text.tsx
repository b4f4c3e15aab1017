import type { ReactNode } from "react";

/**
 * User-entered text within a line. It is isolated, so that its direction and unclosed direction marks do not affect the
 * rest.
 */
export const UserText = ({ children }: { readonly children: ReactNode }) => <bdi>{children}</bdi>;
