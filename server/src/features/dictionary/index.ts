export { labels as dictionaryLabels } from "./dictionary-labels.ts";
export { dictionaryIn } from "./dictionary-view.ts";
export { registerDictionaryRoutes } from "./dictionary-routes.ts";
