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
  /**
   * Returns the tokens that this process has leased in this minute and not spent, by subject. Those of earlier minutes are given back
   * first, so that PostgreSQL contains what was spent.
   */
  unspent(isWanted: (subject: string) => boolean): Promise<ReadonlyMap<string, number>>
}

interface Lease {
  window: number
  tokens: number
  /** Tokens that no process has leased yet. */
  unleased: number
  pending: Promise<void> | undefined
  /** The process counts by itself, because the database is unavailable. */
  isAlone: boolean
}

const WINDOW_S = 60
const MAX_SUBJECTS = 50_000

const LEASE = {
  name: 'lease_rate',
  text: `INSERT INTO rate_window AS w (subject, used, resets_at) VALUES ($1, $2, to_timestamp($3))
         ON CONFLICT (subject) DO UPDATE SET used = w.used + excluded.used RETURNING used`,
}

/** Rows are locked in one order, because several processes return tokens at the start of a minute. */
const RETURN = {
  name: 'return_rate',
  text: `WITH returned AS (
           SELECT w.subject, r.tokens FROM unnest($1::text[], $2::int[]) AS r (subject, tokens)
           JOIN rate_window w ON w.subject = r.subject ORDER BY w.subject FOR UPDATE OF w
         )
         UPDATE rate_window w SET used = greatest(0, w.used - r.tokens) FROM returned r WHERE w.subject = r.subject`,
}

/** Subjects whose use no operation returns. */
const ADDRESS = 'address:'

/**
 * Returns whether a lease can be given back: a request that waits for one spends what it gets, and without the database
 * nothing was leased.
 */
const isReturned = ({ tokens, pending, isAlone }: Lease): boolean => tokens > 0 && pending === undefined && !isAlone

/**
 * Counts centrally for all processes: each leases a share of the window's tokens in PostgreSQL and spends it without a
 * query. The sum of the leases never exceeds the limit. Tokens that a process does not spend are lost for that window,
 * so a lease is at most a hundredth of the limit, unless a single request takes more. They are given back after it, so that the
 * history shows what was used.
 */
export const rateCounter = (pool: Pool, now: () => number = Date.now): RateCounter => {
  const leases = new Map<string, Lease>()

  const leaseOf = (subject: string, window: number): Lease => {
    const known = leases.get(subject)
    if (known?.window === window) return known
    const fresh: Lease = { window, tokens: 0, unleased: Number.POSITIVE_INFINITY, pending: undefined, isAlone: false }
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
      lease.isAlone = true
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

  let current = 0
  let returning: Promise<unknown> = Promise.resolve()

  /** Gives back what the leases of earlier minutes have left, once for each minute. */
  const returnOld = (window: number): void => {
    if (window <= current) return
    current = window
    const old = [...leases].filter(([, lease]) => lease.window < window)
    for (const [subject] of old) leases.delete(subject)
    const left = old.filter(([subject, lease]) => isReturned(lease) && !subject.startsWith(ADDRESS))
    if (left.length === 0) return
    const values = [left.map(([subject, lease]) => `${subject}@${lease.window}`), left.map(([, { tokens }]) => tokens)]
    returning = pool.query({ ...RETURN, values }).catch(() => undefined)
  }

  return {
    unspent: async (isWanted) => {
      const window = Math.floor(now() / 1000 / WINDOW_S)
      returnOld(window)
      await returning
      const own = [...leases].filter(
        ([subject, lease]) => lease.window === window && !lease.isAlone && isWanted(subject),
      )
      return new Map(own.map(([subject, { tokens }]) => [subject, tokens]))
    },
    take: (subject, limit, cost = 1) => {
      const price = Math.min(cost, limit)
      const seconds = now() / 1000
      returnOld(Math.floor(seconds / WINDOW_S))
      const lease = leaseOf(subject, Math.floor(seconds / WINDOW_S))
      return isShort(lease, price)
        ? leaseAndSpend(subject, lease, { limit, price, seconds })
        : spend(lease, price, seconds)
    },
  }
}

/** Returns whether more tokens have to be leased, and can be. */
const isShort = ({ tokens, unleased }: Lease, price: number): boolean => tokens < price && unleased > 0

const spend = (lease: Lease, price: number, seconds: number): RateStatus => {
  const allowed = lease.tokens >= price
  if (allowed) lease.tokens -= price
  const left = Number.isFinite(lease.unleased) ? lease.unleased : 0
  return { allowed, remaining: lease.tokens + left, resetsIn: Math.ceil((lease.window + 1) * WINDOW_S - seconds) }
}
