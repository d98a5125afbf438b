import type { Operation } from '#kernel/contract/schema'
import { loadDemo } from '#src/demo/load-demo'
import { loadDemoWork } from '#src/demo/work/load-work'
import { allWalks, partsOf } from './all-walks.ts'
import { fill, type Ids, type World } from './world.ts'

/** Fills a tenant with rows of every list: a demonstration, and the rows of areas that it does not contain. */
export const addListRows = async (world: World): Promise<void> => {
  const { caller, server } = world
  const { app, database } = server
  const { tenant } = caller
  const now = new Date()
  await loadDemo({ database: server.database, tenant, contacts: 60, now })
  const { log, feedAddresses: secrets } = app
  await loadDemoWork({
    database,
    tenant,
    now,
    log,
    secrets,
    processorTools: server.app.processorTools,
    isMailSent: false,
  })
  for (const { rows } of allWalks()) await rows?.(world)
}

/** The day of rows that no request creates. */
export const ROW_DAY = new Date('2026-03-01T10:00:00.120Z')

/** Two people of the demonstration. */
export const twoPeople = async ({ server, caller }: World): Promise<[number, number]> => {
  const where = { tenantId: caller.tenant.id, deletedAt: null, systemTypeId: 1 }
  const [one, other] = await server.database.system.contact.findMany({ where, orderBy: { id: 'asc' }, take: 2 })
  if (!one || !other) throw new Error('The demonstration has no contacts.')
  return [one.id, other.id]
}

/** The path of each list, with the ids of records that have rows. */
export const listPaths = async (world: World, operations: readonly Operation[]): Promise<Map<string, string>> => {
  const paths = new Map<string, string>()
  const parents = partsOf('parents')
  for (const { operationId, url } of operations) {
    const ids: Ids = new Map()
    for (const [, name = ''] of url.matchAll(/:(\w+)/g)) {
      const sql = parents[operationId] ?? parents[name.toLowerCase()]
      ids.set(name.toLowerCase(), sql ? await fullest(world, sql) : await contactOf(world))
    }
    paths.set(operationId, fill(url, ids))
  }
  return paths
}

const fullest = async ({ server, caller }: World, sql: string): Promise<string> => {
  const [row] = await server.database.system.$queryRawUnsafe<{ id: number }[]>(
    `SELECT id FROM (${sql.replace(' FROM', ', tenant_id FROM')}) x WHERE tenant_id = ${caller.tenant.id}
     GROUP BY id ORDER BY count(*) DESC, id LIMIT 1`,
  )
  if (!row) throw new Error(`No row: ${sql}`)
  return String(row.id)
}

/** The first person, which has activities and communications: the record in the paths of other lists. */
export const contactOf = async ({ server, caller }: World): Promise<string> => {
  const own = { tenantId: caller.tenant.id, deletedAt: null, systemTypeId: 1 }
  const contact = await server.database.system.contact.findFirstOrThrow({ where: own, orderBy: { id: 'asc' } })
  return String(contact.id)
}
