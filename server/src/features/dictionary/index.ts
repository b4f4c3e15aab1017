export { dictionaryIn, labels as dictionaryLabels } from "./dictionary-labels.ts";
export { registerDictionaryRoutes } from "./dictionary-routes.ts";
