import { SpinLoading } from "antd-mobile";
import { Suspense, lazy } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Route, Routes } from "react-router";

/** The pages by the addresses of the product; each page is a separate chunk. */
const pages = {
  "/pages/home/home": lazy(() => import("./home.jsx")),
  "/pages/dataChart/dataChart": lazy(() => import("./charts.jsx")),
  "/pages/details/details": lazy(() => import("./details.jsx")),
  "/pages/deviceList/deviceList": lazy(() => import("./devices.jsx")),
  "/pages/order/order": lazy(() => import("./orders.jsx")),
  "/pages/index/index": lazy(() => import("./chair.jsx")),
  "/pages/deviceOrder/order": lazy(() => import("./countdown.jsx")),
};

createRoot(document.getElementById("root")).render(
  <BrowserRouter>
    <Suspense fallback={<SpinLoading />}>
      <Routes>
        {Object.entries(pages).map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Routes>
    </Suspense>
  </BrowserRouter>,
);
