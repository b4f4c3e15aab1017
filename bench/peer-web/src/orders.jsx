import { Button, InfiniteScroll, List, Popup, Selector, Tag } from "antd-mobile";
import { useState } from "react";
import { call, money } from "./api.js";
import { ManagerPage } from "./frame.jsx";

const statuses = ["completed", "refunded", "failed", "running", "paid", "unpaid"];

export default function Orders() {
  return (
    <ManagerPage title="Orders" calls={[["order/orderH5", { limit: 20 }]]}>
      {([first]) => <Rows first={first} />}
    </ManagerPage>
  );
}

function Rows({ first }) {
  const [pages, setPages] = useState([first]);
  const [open, setOpen] = useState(false);
  const cursor = pages.at(-1).nextCursor;
  const more = async () => setPages([...pages, await call("order/orderH5", { limit: 20, cursor })]);
  return (
    <>
      <p>
        Orders: {first.total}
        <Button size="mini" onClick={() => setOpen(true)}>
          Filters
        </Button>
      </p>
      <List>
        {pages
          .flatMap(({ items }) => items)
          .map((order) => (
            <List.Item
              key={order.orderId}
              arrowIcon
              title={new Date(order.orderTime).toLocaleString()}
              description={`${order.areaName} · ${order.deviceId}`}
              extra={money(order.amount, order.currency)}
            >
              {order.orderNumber} <Tag>{order.orderStatus}</Tag>
            </List.Item>
          ))}
      </List>
      <InfiniteScroll loadMore={more} hasMore={cursor !== null} />
      <Popup visible={open} onMaskClick={() => setOpen(false)}>
        <Selector multiple options={statuses.map((value) => ({ value, label: value }))} />
      </Popup>
    </>
  );
}
