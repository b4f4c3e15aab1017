import { launch } from "@reposo/contract/launch.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { Launch } from "./index.ts";

export function registerLaunchRoutes(http: FastifyInstance, { readLaunch, withoutUser }: Launch): void {
  serve(http, launch, readLaunch, { whenUserDeleted: withoutUser });
}
