import type { Querier, QueryResult } from "./database.ts";

export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * A statement or a fragment of one. Interpolated fragments become part of the text; other values are sent as
 * parameters.
 */
export class SqlQuery<Row = unknown> {
  readonly #strings: readonly string[];
  readonly #values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.#strings = strings;
    this.#values = values;
  }

  toStatement(): Statement {
    const statement: Statement = { text: "", values: [] };
    this.#appendTo(statement);
    return statement;
  }

  execute(db: Querier): Promise<QueryResult<Row>> {
    const { text, values } = this.toStatement();
    return db.query<Row>(text, values);
  }

  async rows(db: Querier): Promise<Row[]> {
    return (await this.execute(db)).rows;
  }

  async rowOrNull(db: Querier): Promise<Row | null> {
    return (await this.rows(db))[0] ?? null;
  }

  /** Returns true if a statement returned a row; a statement that writes needs RETURNING. */
  async hasRows(db: Querier): Promise<boolean> {
    return (await this.rows(db)).length > 0;
  }

  /** Returns the first row. @throws Error if there is none */
  async firstRow(db: Querier): Promise<Row> {
    const [row] = await this.rows(db);
    if (row === undefined) throw new Error("the query returned no row");
    return row;
  }

  #appendTo(statement: Statement): void {
    this.#strings.forEach((string, index) => {
      statement.text += string;
      if (index >= this.#values.length) return;
      const value = this.#values[index];
      if (value instanceof SqlQuery) value.#appendTo(statement);
      else statement.text += `$${statement.values.push(value)}`;
    });
  }
}

function tag<Row = unknown>(strings: TemplateStringsArray, ...values: unknown[]): SqlQuery<Row> {
  return new SqlQuery<Row>(strings, values);
}

/** Inserts text unchanged; the text must not contain external input. */
const raw = <Row = unknown>(text: string): SqlQuery<Row> => new SqlQuery<Row>([text], []);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Builds a query: `` sql<Row>`SELECT … WHERE id = ${id}`.execute(db) ``. A value may be another fragment. */
export const sql = Object.assign(tag, {
  raw,

  /** Joins values or fragments, separated by commas by default. */
  join(values: readonly unknown[], separator: SqlQuery = raw(", ")): SqlQuery {
    const parts = values.flatMap((value, index) => (index === 0 ? [value] : [separator, value]));
    return new SqlQuery(["", ...parts.map(() => "")], parts);
  },

  /** Quotes the name of a table or a column, with or without its schema or table. */
  identifier: (name: string): SqlQuery => raw(name.split(".").map(quoted).join(".")),

  /** A quoted constant, for places where PostgreSQL accepts no parameter, and for expressions repeated in GROUP BY. */
  literal: (value: string | number): SqlQuery =>
    raw(typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`),
});
