import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { SqlRunner } from '../database/sql-runner.ts'
import { sqlState } from '../errors/database-problem.ts'

/**
 * Row locks of PostgreSQL, which last until the transaction ends. `update` also waits for transactions that reference the
 * row by a foreign key; `no key update` does not. Any number of transactions can have `share` locks on a row.
 */
export type LockStrength = 'update' | 'no key update' | 'share' | 'key share'

const CLAUSES: Record<LockStrength, Sql> = {
  update: Prisma.sql`FOR UPDATE`,
  'no key update': Prisma.sql`FOR NO KEY UPDATE`,
  share: Prisma.sql`FOR SHARE`,
  'key share': Prisma.sql`FOR KEY SHARE`,
}
const RANKS: Record<LockStrength, number> = { 'key share': 1, share: 2, 'no key update': 3, update: 4 }

/**
 * Returns the end of a statement that locks rows. Without `mayWait` it fails if another transaction has locked one of
 * them.
 */
export const lockClause = (strength: LockStrength, mayWait = true): Sql =>
  mayWait ? CLAUSES[strength] : Prisma.sql`${CLAUSES[strength]} NOWAIT`

export interface WantedLocks {
  ids: readonly number[]
  strength: LockStrength
}

/** PostgreSQL rejects a lock that would have to wait. */
const NOT_AVAILABLE = '55P03'
/** Each attempt can find further contacts. After the last one the transaction waits, as without an order. */
const MAX_RESTARTS = 5

/**
 * The contacts that an attempt of a transaction has locked. Transactions find out while they run which contacts they
 * change: whose rows show a name, who is covered by a membership. If each waited for the locks of others in the order in
 * which it finds them, they would block each other. So a transaction waits for contacts only in the order of their ids,
 * and only before it has locked anything else. Any other lock is taken if it is free. If it is not, the attempt ends, and the
 * next one begins with the locks on all contacts that are known by then.
 */
export class ContactLocks {
  /** The contacts to lock before the work. */
  readonly first: WantedLocks | undefined
  readonly #restarts: number
  readonly #held = new Map<number, number>()
  #strongest: LockStrength = 'key share'
  #highest = 0
  #hasOthers = false
  #wasRefused = false

  constructor(first?: WantedLocks, restarts = 0) {
    this.first = first
    this.#restarts = restarts
  }

  /** Notes a lock on something else. */
  noteOther(): void {
    this.#hasOthers = true
  }

  /** Notes locks on contacts. Returns whether their statement may wait. Called when it is sent, so that all are noted in order. */
  note({ ids, strength }: WantedLocks): boolean {
    const rank = RANKS[strength]
    const added = ids.filter((id) => (this.#held.get(id) ?? 0) < rank)
    const isInOrder = !this.#hasOthers && added.every((id) => id > this.#highest)
    for (const id of added) {
      this.#held.set(id, rank)
      if (id > this.#highest) this.#highest = id
    }
    if (rank > RANKS[this.#strongest]) this.#strongest = strength
    return added.length === 0 || isInOrder || this.#restarts >= MAX_RESTARTS
  }

  noteRefusal(): void {
    this.#wasRefused = true
  }

  /** Returns whether the attempt failed only because a lock was not free. */
  isReasonOf(error: unknown): boolean {
    if (this.#restarts >= MAX_RESTARTS) return false
    return this.#wasRefused || (this.#held.size > 0 && sqlState(error as Error) === NOT_AVAILABLE)
  }

  forNextAttempt(): ContactLocks {
    const ids = [...this.#held.keys()]
    const first = ids.length > 0 ? { ids, strength: this.#strongest } : this.first
    return new ContactLocks(first, this.#restarts + 1)
  }
}

const locksOf = new WeakMap<object, ContactLocks>()

/** Begins an attempt of a transaction. */
export const useContactLocks = (tx: SqlRunner, locks: ContactLocks): void => void locksOf.set(tx, locks)

/** Notes that the transaction locks something else than contacts. */
export const noteOtherLock = (tx: SqlRunner): void => locksOf.get(tx)?.noteOther()

/** Notes contacts that a statement has chosen and locked. */
export const noteContactLocks = (tx: SqlRunner, locked: WantedLocks): void => void locksOf.get(tx)?.note(locked)

/**
 * Locks contacts in the order of the whole transaction: the only way to do so.
 *
 * @param statement locks the contacts in the order of their ids; it ends with lockClause.
 */
export const lockContactRows = async <T extends object>(
  tx: SqlRunner,
  wanted: WantedLocks,
  statement: (mayWait: boolean) => Sql,
): Promise<T[]> => {
  const locks = locksOf.get(tx)
  const mayWait = locks?.note(wanted) ?? true
  try {
    return await tx.rows<T>(statement(mayWait))
  } catch (error) {
    if (!mayWait && sqlState(error as Error) === NOT_AVAILABLE) locks?.noteRefusal()
    throw error
  }
}

/** Locks the contacts with which an attempt begins. The caller sees the whole tenant. */
export const lockFirstContacts = async (
  tx: SqlRunner,
  tenantId: number,
  { ids, strength }: WantedLocks,
): Promise<void> => {
  const wanted = { ids, strength }
  await lockContactRows(tx, wanted, (mayWait) => lockContactsByIdSql(tenantId, wanted, mayWait))
}

const lockContactsByIdSql = (tenantId: number, { ids, strength }: WantedLocks, mayWait: boolean): Sql => Prisma.sql`
  SELECT id FROM contact WHERE tenant_id = ${tenantId}::integer AND id = ANY (${[...ids]}::integer[])
  ORDER BY id ${lockClause(strength, mayWait)}`
