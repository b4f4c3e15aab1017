import { type AnchorHTMLAttributes, type ComponentType, createContext, useContext } from "react";

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; replace?: boolean };

const PlainLink = ({ replace: _replace, ...rest }: LinkProps) => <a {...rest} />;

const Links = createContext<ComponentType<LinkProps>>(PlainLink);

/** The app says once how its links are followed; without it they are the browser's own. */
export const LinkProvider = Links.Provider;

export function Link(props: LinkProps) {
  const AppLink = useContext(Links);
  return <AppLink {...props} />;
}
