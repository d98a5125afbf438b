import type { Pool } from 'pg'
import type { NowOrLater } from './now-or-later.ts'

/** The state of a limit after a request was counted. */
export interface RateStatus {
  allowed: boolean
  /** Tokens left in this window, to the knowledge of this process. */
  remaining: number
  /** Seconds until the window ends. */
  resetsIn: number
}

export interface RateCounter {
  /**
   * Takes tokens of a subject's limit per minute: all or none. At once if this process has leased enough of them.
   *
   * @param cost 1 by default. A cost above the limit takes the whole limit.
   */
  take(subject: string, limit: number, cost?: number): NowOrLater<RateStatus>
}

interface Lease {
  window: number
  tokens: number
  /** Tokens that no process has leased yet. */
  unleased: number
  pending: Promise<void> | undefined
}

const WINDOW_S = 60
const MAX_SUBJECTS = 50_000

const LEASE = {
  name: 'lease_rate',
  text: `INSERT INTO rate_window AS w (subject, used, resets_at) VALUES ($1, $2, to_timestamp($3))
         ON CONFLICT (subject) DO UPDATE SET used = w.used + excluded.used RETURNING used`,
}

/**
 * Counts centrally for all processes: each leases a share of the window's tokens in PostgreSQL and spends it without a
 * query. The sum of the leases never exceeds the limit. Tokens that a process does not spend are lost for that window,
 * so a lease is at most a hundredth of the limit, unless a single request takes more.
 */
export const rateCounter = (pool: Pool, now: () => number = Date.now): RateCounter => {
  const leases = new Map<string, Lease>()

  const leaseOf = (subject: string, window: number): Lease => {
    const known = leases.get(subject)
    if (known?.window === window) return known
    const fresh: Lease = { window, tokens: 0, unleased: Number.POSITIVE_INFINITY, pending: undefined }
    if (leases.size >= MAX_SUBJECTS) leases.clear()
    leases.set(subject, fresh)
    return fresh
  }

  const renew = async (subject: string, lease: Lease, limit: number, needed: number): Promise<void> => {
    const share = Math.max(needed, Math.min(1000, Math.ceil(limit / 100)))
    const end = (lease.window + 1) * WINDOW_S
    const leased = await pool
      .query<{ used: number }>({ ...LEASE, values: [`${subject}@${lease.window}`, share, end] })
      .catch(() => undefined)
    // Without the database each process counts separately: work that needs no database continues, and a flood is still stopped.
    if (!leased) {
      lease.tokens = limit
      lease.unleased = 0
      return
    }
    const used = leased.rows[0]?.used ?? limit
    lease.tokens += Math.max(0, Math.min(share, limit - (used - share)))
    lease.unleased = Math.max(0, limit - used)
  }

  /** Spends at once after the last wait: other requests wait for the same lease. */
  const leaseAndSpend = async (
    subject: string,
    lease: Lease,
    { limit, price, seconds }: { limit: number; price: number; seconds: number },
  ): Promise<RateStatus> => {
    while (isShort(lease, price)) {
      lease.pending ??= renew(subject, lease, limit, price - lease.tokens).finally(() => {
        lease.pending = undefined
      })
      await lease.pending
    }
    return spend(lease, price, seconds)
  }

  return {
    take: (subject, limit, cost = 1) => {
      const price = Math.min(cost, limit)
      const seconds = now() / 1000
      const lease = leaseOf(subject, Math.floor(seconds / WINDOW_S))
      return isShort(lease, price)
        ? leaseAndSpend(subject, lease, { limit, price, seconds })
        : spend(lease, price, seconds)
    },
  }
}

/** Whether more tokens have to be leased, and can be. */
const isShort = ({ tokens, unleased }: Lease, price: number): boolean => tokens < price && unleased > 0

const spend = (lease: Lease, price: number, seconds: number): RateStatus => {
  const allowed = lease.tokens >= price
  if (allowed) lease.tokens -= price
  const left = Number.isFinite(lease.unleased) ? lease.unleased : 0
  return { allowed, remaining: lease.tokens + left, resetsIn: Math.ceil((lease.window + 1) * WINDOW_S - seconds) }
}
