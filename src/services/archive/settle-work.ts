import type { ClientBase } from 'pg'
import type { Manifest } from './archive-format.ts'
import { ENDED_WORK, type EndedWork, type OpenRows } from './open-work.ts'
import { RESUMED_WORK, type ResumedWork } from './resumed-work.ts'
import { quoteName } from './tables.ts'

/** What the tenant has to look at after an import, with the number and the names of the records. */
export type WorkToCheck = Manifest['issueAgain'][number]

const MAX_NAMES = 1000

/**
 * Ends the work that was waiting when the archive was made, or adds the job that resumes it, in the transaction of the
 * import. Triggers must be active. Returns what the tenant has to check.
 */
export const settleWork = async (client: ClientBase, tenantId: number): Promise<WorkToCheck[]> => {
  const toCheck: WorkToCheck[] = []
  for (const work of ENDED_WORK) {
    const { rows } = await client.query<{ count: number; names: string[] }>(endSql(work), [tenantId])
    const { count, names } = rows[0] ?? { count: 0, names: [] }
    if (work.what !== undefined && count > 0) toCheck.push({ what: work.what, count, names })
  }
  for (const work of RESUMED_WORK) await client.query(resumeSql(work), [tenantId])
  return toCheck
}

export const tableOf = ({ column }: Pick<OpenRows, 'column'>): string => column.split('.')[0] as string

/** Returns the rows `r` of a tenant, $1, whose work is open. */
export const openRowsSql = (work: OpenRows): string => {
  const table = tableOf(work)
  return `r.${table === 'tenant' ? 'id' : 'tenant_id'} = $1::int AND ${work.open}`
}

const endSql = (work: EndedWork): string => {
  const values = Object.entries(work.set).map(([column, value]) => `${column} = ${value}`)
  return `
    WITH ended AS (UPDATE ${quoteName(tableOf(work))} r SET ${values.join(', ')} WHERE ${openRowsSql(work)}
      RETURNING ${work.name ?? `''`} AS name)
    SELECT count(*)::int AS count, ARRAY(SELECT left(name, 500) FROM ended LIMIT ${MAX_NAMES}) AS names FROM ended`
}

/** Returns the statement that adds one job for each key. */
const resumeSql = (work: ResumedWork): string => {
  const { name, ids, key, queue = 'NULL', runAt = 'NULL' } = work.job
  const payload = Object.entries(ids).map(([id, value]) => `, '${id}', ${value}`)
  return `SELECT enqueue_jobs($1::int, coalesce(json_agg(json_build_object('name', '${name}', 'key', s.key, 'queue', s.queue,
      'runAt', s.run_at, 'payload', s.payload)), '[]'))
    FROM (SELECT DISTINCT ON (w.key) * FROM (SELECT ${key} AS key, ${queue} AS queue, ${runAt} AS run_at,
        json_build_object('tenantId', $1::int${payload.join('')}) AS payload
      FROM ${quoteName(tableOf(work))} r WHERE ${openRowsSql(work)}) w) s`
}
