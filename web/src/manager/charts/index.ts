export { readChoice } from "./chart-choice.ts";
