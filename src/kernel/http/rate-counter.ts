import type { Pool } from 'pg'

/** What is left of a limit after a request was counted. */
export interface RateStanding {
  allowed: boolean
  /** Requests left in this window, as far as this process knows. */
  remaining: number
  /** Seconds until the window ends. */
  resetsIn: number
}

export interface RateCounter {
  /** Counts one request against a subject's limit per minute. */
  take(subject: string, limit: number): Promise<RateStanding>
}

interface Lease {
  window: number
  tokens: number
  /** What no process has leased yet. */
  unleased: number
  pending: Promise<void> | undefined
}

const WINDOW_S = 60
const MOST_SUBJECTS = 50_000

const LEASE = {
  name: 'lease_rate',
  text: `insert into rate_window as w (subject, used, resets_at) values ($1, $2, to_timestamp($3))
         on conflict (subject) do update set used = w.used + excluded.used returning used`,
}

/**
 * Counts in one place for all processes: each leases a share of the window's tokens in PostgreSQL and spends it
 * without a query. The sum of the leases never exceeds the limit; what a process does not spend is lost to that
 * window, which is why a lease is a hundredth of the limit at most.
 */
export const rateCounter = (pool: Pool, now: () => number = Date.now): RateCounter => {
  const leases = new Map<string, Lease>()

  const leaseOf = (subject: string, window: number): Lease => {
    const known = leases.get(subject)
    if (known?.window === window) return known
    const fresh: Lease = { window, tokens: 0, unleased: Number.POSITIVE_INFINITY, pending: undefined }
    if (leases.size >= MOST_SUBJECTS) leases.clear()
    leases.set(subject, fresh)
    return fresh
  }

  const renew = async (subject: string, lease: Lease, limit: number): Promise<void> => {
    const share = Math.min(1000, Math.max(1, Math.ceil(limit / 100)))
    const end = (lease.window + 1) * WINDOW_S
    const lent = await pool
      .query<{ used: number }>({ ...LEASE, values: [`${subject}@${lease.window}`, share, end] })
      .catch(() => undefined)
    // Without the database each process counts by itself: what needs no database goes on, and a flood is still stopped.
    if (!lent) {
      lease.tokens = limit
      lease.unleased = 0
      return
    }
    const used = lent.rows[0]?.used ?? limit
    lease.tokens += Math.max(0, Math.min(share, limit - (used - share)))
    lease.unleased = Math.max(0, limit - used)
  }

  return {
    take: async (subject, limit) => {
      const seconds = now() / 1000
      const window = Math.floor(seconds / WINDOW_S)
      const lease = leaseOf(subject, window)
      while (lease.tokens === 0 && lease.unleased > 0) {
        lease.pending ??= renew(subject, lease, limit).finally(() => {
          lease.pending = undefined
        })
        await lease.pending
      }
      const allowed = lease.tokens > 0
      if (allowed) lease.tokens--
      const left = Number.isFinite(lease.unleased) ? lease.unleased : 0
      return { allowed, remaining: lease.tokens + left, resetsIn: Math.ceil((window + 1) * WINDOW_S - seconds) }
    },
  }
}
