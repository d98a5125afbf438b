import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'

/** Counts the requests of credentials that a rate limit rejected, for the staff of their tenants. */
export interface RateRejections {
  note(tenantId: number, credential: string): void
  /** Resolves when everything that was noted is stored. */
  settled(): Promise<void>
}

const INTERVAL_MS = 1000
const MAX_CREDENTIALS = 10_000

const STORE = {
  name: 'store_rate_rejections',
  text: `INSERT INTO rate_rejection AS r (tenant_id, credential, hour, count, last_at)
    SELECT n.tenant_id, n.credential, date_trunc('hour', now()), n.count, now()
    FROM unnest($1::int[], $2::text[], $3::int[]) AS n (tenant_id, credential, count)
    WHERE EXISTS (SELECT FROM tenant t WHERE t.id = n.tenant_id) ORDER BY 1, 2
    ON CONFLICT (tenant_id, credential, hour) DO UPDATE SET count = r.count + excluded.count, last_at = excluded.last_at`,
}

interface Noted {
  tenantId: number
  credential: string
  count: number
}

/** Requests do not wait: each process adds its counts once per second, in one statement for all credentials. */
export const rateRejections = (pool: Pool, log: Pick<FastifyBaseLogger, 'warn'>): RateRejections => {
  let noted = new Map<string, Noted>()
  let timer: NodeJS.Timeout | undefined

  const store = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const rows = [...noted.values()]
    noted = new Map()
    if (rows.length === 0) return
    const values = [rows.map((row) => row.tenantId), rows.map((row) => row.credential), rows.map((row) => row.count)]
    await pool
      .query({ ...STORE, values })
      .catch((error) => log.warn({ err: error }, 'rejected requests of rate limits were not counted'))
  }

  return {
    note: (tenantId, credential) => {
      const key = `${tenantId}:${credential}`
      const known = noted.get(key)
      if (known) known.count++
      else if (noted.size < MAX_CREDENTIALS) noted.set(key, { tenantId, credential, count: 1 })
      timer ??= setTimeout(() => void store(), INTERVAL_MS).unref()
    },
    settled: store,
  }
}
