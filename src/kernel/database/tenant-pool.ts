import pg from 'pg'
import { currentTenant } from '../tenancy/tenant-context.ts'
import { statementNames } from './statement-names.ts'

const SET_TENANT = { name: 'set_tenant', text: "select set_config('guildhall.tenant', $1, false)" }

type PooledClient = pg.PoolClient & {
  tenantSet?: number | undefined
  /** Of the names of its prepared statements. */
  generation?: number
}

/**
 * A pool whose connections carry the tenant of the running work, so that row-level security holds for every
 * statement. A connection remembers its tenant: the setting is sent only when it changes, and then ahead of the
 * statement on the same pipelined connection. Without a tenant nothing is handed out. Connections of an older
 * generation of statement names are closed instead of being handed out: their prepared statements go with them.
 */
export class TenantPool extends pg.Pool {
  // pg.Pool also takes callbacks; the adapter and the tenant handle use promises alone.
  override connect = (async (): Promise<pg.PoolClient> => {
    const client = await this.checkOut()
    try {
      await this.setTenant(client)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }) as pg.Pool['connect']

  // pg.Pool has a dozen overloads of query; the adapter and the tenant handle use the one-object form alone.
  override query = (async (config: pg.QueryConfig) => {
    const client = await this.checkOut()
    try {
      // Both are written at once; a failed setting discards the answer of the statement behind it.
      const [, result] = await Promise.all([this.setTenant(client), client.query(config)])
      client.release()
      return result
    } catch (error) {
      client.release(client.tenantSet === undefined || isConnectionLoss(error))
      throw error
    }
  }) as pg.Pool['query']

  private async checkOut(): Promise<PooledClient> {
    if (currentTenant() === undefined) {
      throw new Error('No tenant: the database is reached through a tenant handle only')
    }
    for (;;) {
      const client = (await (pg.Pool.prototype.connect as () => Promise<pg.PoolClient>).call(this)) as PooledClient
      client.generation ??= statementNames.generation
      if (client.generation === statementNames.generation) return client
      client.release(true)
    }
  }

  private setTenant(client: PooledClient): Promise<unknown> | undefined {
    const tenant = currentTenant()
    if (client.tenantSet === tenant) return undefined
    client.tenantSet = undefined
    return client.query({ ...SET_TENANT, values: [String(tenant)] }).then(() => {
      client.tenantSet = tenant
    })
  }
}

const isConnectionLoss = (error: unknown): boolean => {
  const code = (error as { code?: string }).code
  return code === undefined || code.startsWith('08') || code.startsWith('57P') || code.startsWith('E')
}
