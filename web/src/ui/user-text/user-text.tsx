import type { ReactNode } from "react";

/**
 * Text that a person entered, within a line of ours. It takes its own direction, and its direction marks, such as an
 * override that is never closed, end with it.
 */
export const UserText = ({ children }: { readonly children: ReactNode }) => <bdi>{children}</bdi>;
