import { type AnchorHTMLAttributes, type ComponentType, createContext, useContext } from "react";

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; replace?: boolean };

const PlainLink = ({ replace: _replace, ...rest }: LinkProps) => <a {...rest} />;

const Links = createContext<ComponentType<LinkProps>>(PlainLink);

/** How the app follows links; by default, the browser does. */
export const LinkProvider = Links.Provider;

export function Link(props: LinkProps) {
  const AppLink = useContext(Links);
  return <AppLink {...props} />;
}
