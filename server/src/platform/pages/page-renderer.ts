import type { PageInput, RenderPage, RenderSimulatedPayment } from "@reposo/contract/page-rendering.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { StartError } from "#platform/config/settings.ts";

type Page = Awaited<ReturnType<RenderPage>>;

/** Exports of the web's server build. */
interface WebBundle {
  readonly renderPage: RenderPage;
  readonly renderSimulatedPayment: RenderSimulatedPayment;
  /** The inline script of every document of an app. */
  readonly firstScript: string;
}
type App = Page["app"];

export interface RenderedDocument {
  readonly app: App;
  readonly status: 200 | 404;
  readonly html: string;
  /** Whether the document contains what the session may see. */
  readonly hasContent: boolean;
}

interface ManifestChunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, ManifestChunk>>;

/** Build output of an app, from which its documents are composed. */
interface AppBuild {
  readonly manifest: Manifest;
  /** The key of the app's entry in the manifest. */
  readonly entry: string;
  /** Text of the app's style sheet. */
  readonly style: string;
}

/** A browser may show a page as it was when the customer left it, with the buttons of a payment that is decided. */
const reloadScript = `addEventListener("pageshow",(event)=>{if(event.persisted)location.reload()})`;

/** Formats the hash of inline text for a Content-Security-Policy. */
const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Loads the browser build and the server build of the web from `webDist`.
 * @param customerStyle style rules that follow those of the customer app
 * @throws StartError if that fails
 */
export async function createPageRenderer({
  webDist,
  customerStyle = "",
}: {
  webDist: string;
  customerStyle?: string;
}) {
  const clientFolder = join(webDist, "client");
  try {
    const customer = await readBuild(clientFolder, "customer");
    const builds = {
      customer: { ...customer, style: customer.style + customerStyle },
      manager: await readBuild(clientFolder, "manager"),
    };
    const bundle = pathToFileURL(join(webDist, "server", "server-pages.js")).href;
    const { renderPage, renderSimulatedPayment, firstScript } = (await import(bundle)) as WebBundle;
    return {
      /** Folder of static files. */
      clientFolder,
      /** Hash of each app's inlined style sheet, for the policy's `style-src`. */
      styleHashes: { customer: hashOf(builds.customer.style), manager: hashOf(builds.manager.style) },
      scriptHash: hashOf(firstScript),
      /** Renders a document that needs no app, with the hash of its inline script. */
      renderSimulatedPayment(input: Parameters<RenderSimulatedPayment>[0]) {
        const { title, html } = renderSimulatedPayment(input);
        return {
          scriptHash: hashOf(reloadScript),
          html: [
            `<!doctype html><html lang="${languageTags[input.language]}"><head><meta charset="utf-8">`,
            `<script>${reloadScript}</script>`,
            ...headOf(title),
            `<style>${builds.customer.style}</style></head><body>${html}</body></html>`,
          ].join(""),
        };
      },
      render: async (input: PageInput): Promise<RenderedDocument> => {
        const page = await renderPage(input);
        const { app, status } = page;
        const hasContent = page.session !== undefined;
        return { app, status, hasContent, html: documentOf(input, page, builds[app], firstScript) };
      },
    };
  } catch (cause) {
    throw new StartError("the web is not built: run npm run setup", { cause });
  }
}

export type PageRenderer = Awaited<ReturnType<typeof createPageRenderer>>;

async function readBuild(clientFolder: string, app: App): Promise<AppBuild> {
  const text = await readFile(join(clientFolder, ".vite", `${app}.json`), "utf8");
  const manifest = JSON.parse(text) as Manifest;
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true);
  if (entry === undefined) throw new Error(`the ${app} app's build has no entry`);
  return {
    manifest,
    entry,
    style: await readFile(join(clientFolder, manifest["style.css"]?.file ?? ""), "utf8"),
  };
}

function documentOf(
  { language, settings, now }: PageInput,
  page: Page,
  { manifest, entry, style }: AppBuild,
  firstScript: string,
): string {
  const entryFile = manifest[entry]?.file ?? "";
  const code = filesOf(manifest, [entry, ...page.modules]);
  return [
    `<!doctype html><html lang="${languageTags[language]}" data-app="${page.app}"${page.outline && " data-outline"}${page.session ? ` data-session="${escapeAttribute(page.session.id)}"` : ""}><head><meta charset="utf-8">`,
    `<script>${firstScript}</script>`,
    `<script type="module" src="/${entryFile}"></script>`,
    ...code.filter((file) => file !== entryFile).map((file) => `<link rel="modulepreload" href="/${file}">`),
    ...headOf(page.title),
    page.app === "manager" &&
      `<link rel="manifest" href="/manifests/${language}.webmanifest"><link rel="apple-touch-icon" href="/icons/apple-touch-180.png">`,
    `<style>${style}</style>`,
    `</head><body><div id="app">${page.html}</div>`,
    page.outline && `<div id="page-outline">${page.outline}</div>`,
    `<div id="start-failed" hidden>${page.startFailed}</div>`,
    // The browser does not execute a script of this type: it contains data only.
    `<script type="application/json" id="page-data">${jsonInMarkup({ language, settings, now, session: page.session ?? null, queries: page.queries ?? null })}</script></body></html>`,
  ]
    .filter((part) => part !== false)
    .join("");
}

/** Returns the elements of the head that every document has. */
const headOf = (title: string): readonly string[] => [
  `<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">`,
  `<title>${escapeText(title)}</title>`,
  `<meta name="color-scheme" content="light dark">`,
  `<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f4ef">`,
  `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101514">`,
  `<meta name="format-detection" content="telephone=no">`,
  `<link rel="icon" type="image/svg+xml" href="/icon.svg">`,
];

/** Returns the script files of the modules and of their imports, without duplicates. */
function filesOf(manifest: Manifest, modules: readonly string[]): string[] {
  const reached = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || reached.has(key)) return;
    reached.add(key);
    for (const next of chunk.imports ?? []) visit(next);
  };
  modules.forEach(visit);
  const files = [...reached].map((key) => manifest[key]?.file ?? "").filter((file) => file.endsWith(".js"));
  return [...new Set(files)];
}

const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', "&quot;");

/** Encodes data for an inline script; escapes `<`, so that the data cannot end its element. */
export const jsonInMarkup = (data: unknown): string => JSON.stringify(data).replaceAll("<", "\\u003c");
