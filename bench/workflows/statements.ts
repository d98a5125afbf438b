import pg from 'pg'

/** A statement and its share of the database's time. */
export interface Statement {
  seconds: number
  /** The beginning of its text, on one line. */
  text: string
}

const SHOWN = 4

/** @param url of the database, as its owner. */
export const forgetStatements = async (url: string): Promise<void> => {
  await ask(url, 'SELECT pg_stat_statements_reset()', [])
}

/** Lists the slowest statements since the last reset, without those that triggers ran. */
export const slowestStatements = (url: string): Promise<Statement[]> =>
  ask<Statement>(
    url,
    `SELECT total_exec_time / 1000 AS seconds, left(regexp_replace(query, '\\s+', ' ', 'g'), 90) AS text
      FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
      ORDER BY total_exec_time DESC LIMIT $1`,
    [SHOWN],
  )

const ask = async <Row extends pg.QueryResultRow>(url: string, sql: string, values: unknown[]): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}
