import pg from 'pg'
import { type AccessScope, getAccessScope, reportConnection } from '../tenancy/access-scope.ts'
import { isOutdatedStatement, statementNames } from './statement-names.ts'

const SET_TENANT = { name: 'set_tenant', text: "select set_config('guildhall.tenant', $1, false)" }
/** One statement, so that no connection can have only a part of an access scope. */
const SET_CHAPTERS = {
  name: 'set_chapters',
  text: `select set_config('guildhall.tenant', $1, false), set_config('guildhall.chapters', $2, false),
    set_config('guildhall.editable_chapters', $3, false), set_config('guildhall.actor', $4, false)`,
}

type PooledClient = pg.PoolClient & {
  accessScopeSet?: string | undefined
  /** The generation of the names of its prepared statements. */
  generation?: number
}

/**
 * A pool whose connections have the access scope of their work, so that row-level security applies to every statement. A
 * connection remembers its access scope: the setting is sent only when it changes, ahead of the statement on the same
 * pipelined connection. Without a tenant no connection is available. Callers limited to chapters get connections of
 * another role from a separate pool: no connection ever changes its role, and the plans of other callers never contain
 * the policies of chapters. Connections of an older generation of statement names are closed, with their prepared
 * statements.
 */
export class TenantPool extends pg.Pool {
  /** The pool for callers limited to chapters. */
  readonly limited: pg.Pool

  /** @param limited the configuration of connections for callers limited to chapters. */
  constructor(config: pg.PoolConfig, limited: pg.PoolConfig) {
    super(config)
    this.limited = new pg.Pool(limited)
    this.limited.on('error', (error, client) => this.emit('error', error, client))
  }

  /** Returns a connection with an access scope. */
  async connectIn(accessScope: AccessScope): Promise<pg.PoolClient> {
    const client = await this.checkOut(accessScope)
    try {
      await setAccessScope(client, accessScope)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Runs one statement in an access scope; again with a new connection if a migration has made it outdated. */
  async queryIn(accessScope: AccessScope, config: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await this.queryOnce(accessScope, config)
    } catch (error) {
      if (!isOutdatedStatement(error)) throw error
      statementNames.startGeneration()
      return this.queryOnce(accessScope, config)
    }
  }

  private async queryOnce(accessScope: AccessScope, config: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.checkOut(accessScope)
    try {
      // Both are sent at once. If the setting fails, the result of the statement is discarded.
      const set = setAccessScope(client, accessScope)
      const sent = client.query(config)
      const result = set ? (await Promise.all([sent, set]))[0] : await sent
      client.release()
      return result
    } catch (error) {
      client.release(client.accessScopeSet === undefined || isConnectionLoss(error))
      throw error
    }
  }

  // Prisma's adapter calls these, always with promises, and cannot pass an access scope.
  override connect = (async () => {
    const client = await this.connectIn(requireAccessScope())
    reportConnection(client)
    return client
  }) as pg.Pool['connect']

  // pg.Pool has a dozen overloads of query; the adapter uses only the form with one object.
  override query = (async (config: pg.QueryConfig) => this.queryIn(requireAccessScope(), config)) as pg.Pool['query']

  override end = (async () => {
    await Promise.all([(pg.Pool.prototype.end as () => Promise<void>).call(this), this.limited.end()])
  }) as pg.Pool['end']

  private async checkOut({ chapters }: AccessScope): Promise<PooledClient> {
    const from = chapters ? this.limited : this
    for (;;) {
      const client = (await (pg.Pool.prototype.connect as () => Promise<pg.PoolClient>).call(from)) as PooledClient
      client.generation ??= statementNames.generation
      if (client.generation === statementNames.generation) return client
      client.release(true)
    }
  }
}

const requireAccessScope = (): AccessScope => {
  const accessScope = getAccessScope()
  if (!accessScope) throw new Error('No tenant is set. Use the database through a tenant handle.')
  return accessScope
}

const setAccessScope = (client: PooledClient, { tenantId, chapters }: AccessScope): Promise<unknown> | undefined => {
  const values = chapters
    ? [String(tenantId), arrayText(chapters.readable), arrayText(chapters.editable), chapters.actor]
    : [String(tenantId)]
  const wanted = values.join(' ')
  if (client.accessScopeSet === wanted) return undefined
  client.accessScopeSet = undefined
  return client.query({ ...(chapters ? SET_CHAPTERS : SET_TENANT), values }).then(() => {
    client.accessScopeSet = wanted
  })
}

const arrayText = (ids: readonly number[]): string => `{${ids.join(',')}}`

const isConnectionLoss = (error: unknown): boolean => {
  const { code, severity } = error as { code?: string; severity?: string }
  // PostgreSQL closes the connection after an error that is fatal.
  return code === undefined || severity === 'FATAL' || severity === 'PANIC' || /^(08|57P|E)/.test(code)
}
