import { randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { connect } from '#kernel/database/connect'

/** Converts the script of the engine to the one that is executed. */
export type Rewrite = (sql: string) => string

const charType = 18
const textType = 25

/**
 * The catalog has columns of PostgreSQL's internal one-letter type "char". The engine requires them as characters;
 * Prisma's adapter rejects them. So the adapter receives them as texts, and `markCharacters` restores the type.
 */
class CataloguePool extends pg.Pool {
  readonly #characterColumns = new WeakMap<object, number[]>()

  // pg.Pool has a dozen overloads of query; the adapter uses the one with an object and values.
  override query = (async (config: pg.QueryConfig, values?: unknown[]) => {
    const query = pg.Pool.prototype.query as (config: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>
    const result = await query.call(this, config, values)
    const columns = result.fields.flatMap((field, index) => (field.dataTypeID === charType ? [index] : []))
    for (const field of result.fields) if (field.dataTypeID === charType) field.dataTypeID = textType
    this.#characterColumns.set(result.rows, columns)
    return result
  }) as pg.Pool['query']

  markCharacters(set: SqlResultSet): SqlResultSet {
    for (const index of this.#characterColumns.get(set.rows) ?? []) set.columnTypes[index] = ColumnTypeEnum.Character
    return set
  }
}

/**
 * Prisma's adapter for the schema engine, with two methods replaced. The original `executeScript` splits the script at
 * every semicolon, also inside function bodies and texts; here PostgreSQL gets the whole script and runs it as one
 * transaction. The original `connectToShadowDb` returns to the database of the connection string.
 */
export class ScriptAdapterFactory implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres'
  readonly adapterName = '@prisma/adapter-pg'
  /** The last failure as PostgreSQL reported it. */
  lastError: pg.DatabaseError | undefined
  readonly #url: string
  readonly #rewrite: Rewrite
  readonly #open = new Set<SqlDriverAdapter>()

  constructor(url: string, rewrite: Rewrite = (sql) => sql) {
    this.#url = url
    this.#rewrite = rewrite
  }

  connect(): Promise<SqlDriverAdapter> {
    return this.#connect(this.#url, async () => undefined)
  }

  /** A separate database, dropped when the engine releases it. */
  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const name = `guildhall_shadow_${randomUUID().replaceAll('-', '')}`
    const url = new URL(this.#url)
    url.pathname = `/${name}`
    await this.#command(`CREATE DATABASE ${name}`)
    return this.#connect(url.href, () => this.#command(`DROP DATABASE ${name} WITH (FORCE)`))
  }

  /** Ends every connection; the engine releases none when it is freed. */
  async close(): Promise<void> {
    for (const adapter of this.#open) await adapter.dispose()
  }

  async #connect(url: string, afterwards: () => Promise<void>): Promise<SqlDriverAdapter> {
    // The engine has state in its session, so there is only one.
    const pool = new CataloguePool({ connectionString: url, max: 1, application_name: 'guildhall migrate' })
    // The running statement reports a lost connection. Between two statements, the event would end the process, also that
    // of a connection in use: a server that shuts down can send the end of a statement and of the connection at once.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    const adapter = await new PrismaPg(pool).connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (query) => pool.markCharacters(await queryRaw(query))
    adapter.executeScript = (script) => this.#run(pool, this.#rewrite(script))
    adapter.dispose = async () => {
      if (!this.#open.delete(adapter)) return
      await pool.end()
      await afterwards()
    }
    this.#open.add(adapter)
    return adapter
  }

  async #run(pool: pg.Pool, script: string): Promise<void> {
    const client = await pool.connect()
    try {
      await client.query(script)
    } catch (error) {
      throw this.#translate(error)
    } finally {
      // A script can have changed the session (SET, BEGIN); the engine continues with a new one.
      client.release(true)
    }
  }

  async #command(sql: string): Promise<void> {
    const client = await connect({ connectionString: this.#url })
    await client.query(sql).finally(() => client.end())
  }

  #translate(error: unknown): unknown {
    if (!(error instanceof pg.DatabaseError)) return error
    this.lastError = error
    const { code = '', severity = 'ERROR', message, detail, column, hint } = error
    return new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint })
  }
}
