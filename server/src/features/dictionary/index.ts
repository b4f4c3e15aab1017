export { registerDictionaryRoutes } from "./dictionary-routes.ts";
