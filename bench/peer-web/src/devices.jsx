import { InfiniteScroll, List, SearchBar, Selector, Tag } from "antd-mobile";
import { useState } from "react";
import { call } from "./api.js";
import { ManagerPage } from "./frame.jsx";

const request = { online: "all", use: "all", condition: "all", limit: 20 };

export default function Devices() {
  return (
    <ManagerPage title="Devices" calls={[["device/list", request]]}>
      {([first]) => <Rows first={first} />}
    </ManagerPage>
  );
}

function Rows({ first }) {
  const [pages, setPages] = useState([first]);
  const cursor = pages.at(-1).nextCursor;
  const more = async () => setPages([...pages, await call("device/list", { ...request, cursor })]);
  return (
    <>
      <SearchBar placeholder="Number or outlet" />
      <Selector options={["All", "Online", "Offline"].map((label) => ({ label, value: label }))} />
      <p>Devices: {first.total}</p>
      <List>
        {pages
          .flatMap(({ items }) => items)
          .map(({ deviceId, areaName, online, inUse }) => (
            <List.Item
              key={deviceId}
              description={areaName}
              extra={<Tag color={online ? "success" : "default"}>{online ? "Online" : "Offline"}</Tag>}
            >
              {deviceId} {inUse ? "in use" : "idle"}
            </List.Item>
          ))}
      </List>
      <InfiniteScroll loadMore={more} hasMore={cursor !== null} />
    </>
  );
}
