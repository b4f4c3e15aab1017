import { NavBar, Skeleton, TabBar } from "antd-mobile";
import { AppOutline, UnorderedListOutline, UserOutline } from "antd-mobile-icons";
import { useLocation, useNavigate } from "react-router";
import { useCalls } from "./api.js";

const tabs = [
  ["/pages/home/home", "Overview", <AppOutline key="home" />],
  ["/pages/details/details", "Details", <UnorderedListOutline key="details" />],
  ["/pages/user/user", "My account", <UserOutline key="user" />],
];

/** A manager's page with title bar and tabs. It calls for the dictionary, the user, and the data of the page. */
export function ManagerPage({ title, calls, children }) {
  const launch = useCalls(["dict/cache-value"], ["login/info"]);
  const data = useCalls(...calls);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <>
      <NavBar back={null}>{title}</NavBar>
      <main>
        {launch === null || data === null ? (
          <Skeleton.Paragraph animated lineCount={8} />
        ) : (
          <div data-shown>{children(data, launch[1])}</div>
        )}
      </main>
      <TabBar activeKey={pathname} onChange={(path) => navigate(path)}>
        {tabs.map(([path, label, icon]) => (
          <TabBar.Item key={path} title={label} icon={icon} />
        ))}
      </TabBar>
    </>
  );
}
