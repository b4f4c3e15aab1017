import { relative } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyError, FastifyInstance } from "fastify";
import { contentSecurityPolicy } from "#platform/http/security-headers.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { readPageSession } from "#platform/http/page-session.ts";
import { cookiesOf } from "#platform/http/requests/cookies.ts";
import type { Pages } from "./create-pages.ts";
import { logoFolder } from "./logos.ts";
import { languageCookie } from "@reposo/contract/text/languages.ts";

/**
 * Returns the Cache-Control header of a file. `path` is relative to the web's build, and may be that of a compressed
 * file.
 */
function cacheControlOf(path: string): string {
  // The names of these files contain a hash of their content.
  if (/^assets[\\/]/.test(path)) return "public, max-age=31536000, immutable";
  // The browser revalidates these files at every use, so that a release takes effect at the next visit.
  if (/(?:service-worker\.js|\.webmanifest)(?:\.br|\.gz)?$/.test(path)) return "no-cache";
  return "public, max-age=3600";
}

/**
 * Serves the files of the web's build, and a page for every path that no other route handles and that has no file
 * extension.
 * @param uploadOrigins origins to which the scripts of the pages may upload files
 */
export async function registerPagesRoutes(
  scope: FastifyInstance,
  pages: Pages,
  { uploadOrigins = [] }: { readonly uploadOrigins?: readonly string[] } = {},
): Promise<void> {
  const { styleHashes, scriptHash, clientFolder } = pages.renderer;
  const inlined = { scripts: [scriptHash], connect: uploadOrigins };
  const policies = {
    customer: contentSecurityPolicy({ ...inlined, styles: [styleHashes.customer] }),
    // Managers' pages show no adverts. Map tiles, if configured, are their only external images.
    manager: contentSecurityPolicy({
      ...inlined,
      styles: [styleHashes.manager],
      images: pages.mapOrigins,
    }),
  };

  await scope.register(fastifyStatic, {
    root: clientFolder,
    prefix: "/",
    // A wildcard route would also match the paths of pages.
    wildcard: false,
    globIgnore: [".vite/**", "assets/**", "**/*.br", "**/*.gz"],
    preCompressed: true,
    index: false,
    setHeaders: (reply, path) => {
      reply.header("cache-control", cacheControlOf(relative(clientFolder, path)));
    },
  });

  // One route for all assets, because hundreds of routes take a quarter of the time in which the server starts.
  scope.get<{ Params: { name: string } }>(String.raw`/assets/:name(^\w[\w.-]*$)`, async (request, reply) => {
    const { name } = request.params;
    // Compressed files are sent under the names of their originals.
    return /\.(?:br|gz)$/.test(name) ? reply.callNotFound() : reply.sendFile(`assets/${name}`);
  });

  for (const [name, { type, content }] of pages.logoFiles)
    scope.get(`${logoFolder}/${name}`, (_request, reply) =>
      // The name is a hash of the content.
      reply.header("cache-control", "public, max-age=31536000, immutable").type(type).send(content),
    );

  scope.get("/*", async (request, reply) => {
    const { pathname, search } = new URL(`http://page${request.url}`);
    // A missing file gets status 404 instead of a page: browsers request icons and source maps by themselves.
    if (/\.[a-z0-9]+$/i.test(pathname)) return reply.callNotFound();
    const language = pages.languageOf(search, cookiesOf(request.headers.cookie).get(languageCookie));
    const session = await readPageSession(request, reply, language);
    const page = await pages.renderPage(pathname, search, language, session);
    // The cookie contains the token, also if the document contains nothing of the session.
    const isPrivate = page.hasContent || reply.hasHeader("set-cookie");
    return reply
      .code(page.status)
      .header("content-type", "text/html; charset=utf-8")
      .header("content-security-policy", policies[page.app])
      .header("cache-control", isPrivate ? "private, no-store" : "private, no-cache")
      .header("vary", "accept-encoding, cookie")
      .send(page.html);
  });

  scope.setNotFoundHandler((_request, reply) => {
    reply.code(404).header("content-type", "text/plain; charset=utf-8").send("Not found\n");
  });
  scope.setErrorHandler((error, request, reply) => {
    reply.header("content-type", "text/plain; charset=utf-8").header("cache-control", "no-store");
    if (error instanceof ProductError && error.resultName === "rateLimited")
      return reply.code(429).send("Too many requests\n");
    // A range or a condition that the file does not satisfy.
    const { statusCode = 500 } = error as FastifyError;
    if (statusCode < 500) return reply.code(statusCode).send("Bad request\n");
    request.server.service.failureLog.error(
      { err: error, requestId: request.id },
      "a page could not be rendered",
    );
    return reply.code(500).send("Something went wrong\n");
  });
}
