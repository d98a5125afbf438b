import fp from 'fastify-plugin'
import type { Pool } from 'pg'

declare module 'fastify' {
  interface FastifyInstance {
    readonly dailyQuotas: DailyQuotas
  }
}

/** Limits of tenants per day (UTC) for what callers without a credential can do. */
export interface DailyQuotas {
  /**
   * Takes one of a quota, before the work. Returns false if none is left. It is counted by the time of the request in
   * PostgreSQL: of requests to several processes at once, no more succeed than are left.
   */
  take(quota: { tenantId: number; name: string; limit: number }, now: Date): Promise<boolean>
}

const DAY_MS = 86_400_000

/** A quota that is used up costs no write. */
const TAKE = {
  name: 'take_of_day',
  text: `INSERT INTO rate_window AS w (subject, used, resets_at) VALUES ($1, 1, $2)
         ON CONFLICT (subject) DO UPDATE SET used = w.used + 1 WHERE w.used < $3 RETURNING used`,
}

/** Gives public operations the quotas of tenants. */
export const dailyQuotas = fp<{ pool: Pool }>(async (app, { pool }) => {
  const quotas: DailyQuotas = {
    take: async ({ tenantId, name, limit }, now) => {
      const day = Math.floor(now.getTime() / DAY_MS)
      const subject = `${name}:${tenantId}@day-${day}`
      const { rowCount } = await pool.query({ ...TAKE, values: [subject, new Date((day + 1) * DAY_MS), limit] })
      return rowCount === 1
    },
  }
  app.decorate('dailyQuotas', quotas)
})
