import { alertList, snoozeAlert } from "@reposo/contract/alerts/alerts.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { Alerts } from "./create-alerts.ts";

export function registerAlertsRoutes(http: FastifyInstance, alerts: Alerts): void {
  serve(http, alertList, ({ caller, request }) => alerts.list(caller, request));
  serve(http, snoozeAlert, ({ caller, request }) => alerts.snooze(caller, request));
}
