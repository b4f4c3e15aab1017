import type { FastifyInstance } from "fastify";

interface Queries {
  readonly queries: { readonly queryKey: readonly unknown[] }[];
}

interface PageData {
  readonly now: string;
  readonly session: { readonly id: string; readonly eventId: string } | null;
  readonly queries: Queries | null;
}

/** Requests a document like a browser with a session's cookie, and reads the data that it contains. */
export async function openDocument(
  http: FastifyInstance,
  path: string,
  token: string | null,
  { zone = "Asia/Manila", language = "en_US", ...headers }: Readonly<Record<string, string>> = {},
) {
  const cookies = [
    ...(token === null ? [] : [`reposo.session=${token}`]),
    ...(zone === "" ? [] : [`reposo.zone=${zone}`]),
    `reposo.locale=${language}`,
  ];
  const response = await http.inject({ url: path, headers: { cookie: cookies.join("; "), ...headers } });
  const data = /id="page-data">(.*?)<\/script>/.exec(response.body)?.[1] ?? "null";
  const { session, now, queries } = JSON.parse(data) as PageData;
  return {
    ...response,
    now,
    session: session && { ...session, queries: queries ?? { queries: [] } },
    /** The keys of the queries whose replies the document contains. */
    keys: (queries?.queries ?? []).map(({ queryKey }) => queryKey),
    /** The markup of the page. */
    markup:
      /<div id="app">(.*?)<\/div>(?:<div id="page-outline">.*)?<div id="start-failed"/.exec(
        response.body,
      )?.[1] ?? "",
  };
}
