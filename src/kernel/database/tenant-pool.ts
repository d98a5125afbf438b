import pg from 'pg'
import { currentReach, type Reach } from '../tenancy/tenant-context.ts'
import { statementNames } from './statement-names.ts'

const SET_TENANT = { name: 'set_tenant', text: "select set_config('guildhall.tenant', $1, false)" }
/** One statement, so that no connection can have one half of a reach and miss the other. */
const SET_CHAPTERS = {
  name: 'set_chapters',
  text: `select set_config('guildhall.tenant', $1, false), set_config('guildhall.chapters', $2, false),
    set_config('guildhall.editable_chapters', $3, false), set_config('guildhall.actor', $4, false)`,
}

type PooledClient = pg.PoolClient & {
  reachSet?: string | undefined
  /** Of the names of its prepared statements. */
  generation?: number
}

/**
 * A pool whose connections carry the reach of the running work, so that row-level security holds for every statement.
 * A connection remembers its reach: the setting is sent only when it changes, and then ahead of the statement on the
 * same pipelined connection. Without a tenant nothing is handed out. Who is limited to chapters gets connections of
 * another role, from a pool of their own: no connection ever changes its role, and the plans of the others never see
 * the chapters' policies. Connections of an older generation of statement names are closed instead of being handed
 * out: their prepared statements go with them.
 */
export class TenantPool extends pg.Pool {
  /** For callers limited to chapters. */
  readonly limited: pg.Pool

  /** @param limited what makes the connections of callers limited to chapters. */
  constructor(config: pg.PoolConfig, limited: pg.PoolConfig) {
    super(config)
    this.limited = new pg.Pool(limited)
    this.limited.on('error', (error, client) => this.emit('error', error, client))
  }

  // pg.Pool also takes callbacks; the adapter and the tenant handle use promises alone.
  override connect = (async (): Promise<pg.PoolClient> => {
    const reach = reachOfWork()
    const client = await this.checkOut(reach)
    try {
      await setReach(client, reach)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }) as pg.Pool['connect']

  // pg.Pool has a dozen overloads of query; the adapter and the tenant handle use the one-object form alone.
  override query = (async (config: pg.QueryConfig) => {
    const reach = reachOfWork()
    const client = await this.checkOut(reach)
    try {
      // Both are written at once; a failed setting discards the answer of the statement behind it.
      const [, result] = await Promise.all([setReach(client, reach), client.query(config)])
      client.release()
      return result
    } catch (error) {
      client.release(client.reachSet === undefined || isConnectionLoss(error))
      throw error
    }
  }) as pg.Pool['query']

  override end = (async () => {
    await Promise.all([(pg.Pool.prototype.end as () => Promise<void>).call(this), this.limited.end()])
  }) as pg.Pool['end']

  private async checkOut({ chapters }: Reach): Promise<PooledClient> {
    const from = chapters ? this.limited : this
    for (;;) {
      const client = (await (pg.Pool.prototype.connect as () => Promise<pg.PoolClient>).call(from)) as PooledClient
      client.generation ??= statementNames.generation
      if (client.generation === statementNames.generation) return client
      client.release(true)
    }
  }
}

const reachOfWork = (): Reach => {
  const reach = currentReach()
  if (!reach) throw new Error('No tenant: the database is reached through a tenant handle only')
  return reach
}

const setReach = (client: PooledClient, { tenantId, chapters }: Reach): Promise<unknown> | undefined => {
  const values = chapters
    ? [String(tenantId), arrayText(chapters.readable), arrayText(chapters.editable), chapters.actor]
    : [String(tenantId)]
  const wanted = values.join(' ')
  if (client.reachSet === wanted) return undefined
  client.reachSet = undefined
  return client.query({ ...(chapters ? SET_CHAPTERS : SET_TENANT), values }).then(() => {
    client.reachSet = wanted
  })
}

/** As PostgreSQL writes an array. */
const arrayText = (ids: readonly number[]): string => `{${ids.join(',')}}`

const isConnectionLoss = (error: unknown): boolean => {
  const code = (error as { code?: string }).code
  return code === undefined || code.startsWith('08') || code.startsWith('57P') || code.startsWith('E')
}
