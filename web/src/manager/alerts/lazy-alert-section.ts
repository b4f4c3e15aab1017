import { lazyComponent } from "#shared/lazy/lazy-component.tsx";

export const alertSection = lazyComponent(() => import("./alert-section.tsx"));
