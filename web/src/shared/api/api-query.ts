import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
import type { OperationName } from "@reposo/contract/operations.ts";
import {
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  QueryClient,
  type QueryFunction,
  type QueryKey,
} from "@tanstack/react-query";
import { ApiFailure } from "./api-failure.ts";

/** Options of a query whose data are the reply of an operation. */
export interface ApiQuery<Data, PageParam = never> {
  readonly queryKey: QueryKey;
  /** Never set; declares the type of the data. */
  readonly queryFn?: QueryFunction<Data, QueryKey, PageParam>;
}

/**
 * Returns the options of the query that calls an operation. They contain no function, so that the same options are used
 * by the browser, which calls the API, and by the server, which calls the operation in process while it renders.
 * @param variant a header of the call on which the reply depends, such as the time zone
 */
export const apiQuery = <N extends OperationName>(
  operation: N,
  request: RequestOf<Endpoints[N]>,
  variant: string | null = null,
): ApiQuery<ReplyOf<Endpoints[N]>> => ({
  queryKey: [operation, request ?? null, variant],
});

/* oxlint-disable typescript/no-explicit-any -- The queries of a page have different types of data. */
/** A query of a page's first view. */
export type PageQuery =
  | FetchQueryOptions<any, any, any, any>
  | (FetchInfiniteQueryOptions<any, any, any, any, any> & {
      readonly getNextPageParam: (...parameters: any[]) => unknown;
    });
/* oxlint-enable typescript/no-explicit-any */

/** Returns the data of a query; undefined if it has not been run. */
export type DataOf = <Data>(query: ApiQuery<Data>) => Data | undefined;

/** Like `apiQuery`, for a list whose page parameter consists of further fields of the request, such as the cursor. */
export const apiListQuery = <N extends OperationName, PageParam extends Partial<RequestOf<Endpoints[N]>>>(
  operation: N,
  request: RequestOf<Endpoints[N]>,
  pages: {
    readonly initialPageParam: PageParam;
    readonly getNextPageParam: (last: ReplyOf<Endpoints[N]>) => PageParam | null;
  },
  variant: string | null = null,
): ApiQuery<ReplyOf<Endpoints[N]>, PageParam> & typeof pages => ({
  queryKey: apiQuery(operation, request, variant).queryKey,
  ...pages,
});

/** Returns the operation of a query of `apiQuery`. */
export const operationOf = ({ queryKey }: { readonly queryKey: readonly unknown[] }): unknown => queryKey[0];

/** Calls an operation for a query. */
export type QueryCall = (
  operation: OperationName,
  request: object | undefined,
  options: { readonly signal: AbortSignal },
) => Promise<unknown>;

const retries = 2;

/**
 * Retries only failed connections and invalid responses: the server would repeat a refusal, and an overloaded server
 * (`unavailable`) must not receive more calls. The page offers a retry.
 */
function isRetryable(failures: number, error: Error): boolean {
  return (
    failures < retries &&
    error instanceof ApiFailure &&
    ["network", "timeout", "invalid"].includes(error.kind)
  );
}

/** Creates the client of an app or of one rendering, whose queries of `apiQuery` use `call`. */
export const createQueryClient = (call: QueryCall): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey: [operation, request], pageParam, signal }) => {
          const page = pageParam as object | undefined;
          const fields = page === undefined ? request : { ...(request as object | null), ...page };
          return call(operation as OperationName, (fields as object | null) ?? undefined, { signal });
        },
        retry: isRetryable,
        retryDelay: (attempt) => 500 * 2 ** attempt,
        // By default, a query waits while the browser is offline, and the page would not show that it cannot be loaded.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
