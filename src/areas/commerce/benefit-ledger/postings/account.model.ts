import type { Day } from '#kernel/time/calendar'

/** The types of transactions, by the numbers of the contract. */
export const GRANTED = 1
export const USED = 2
export const ADJUSTED_UP = 3
export const ADJUSTED_DOWN = 4
export const EXPIRED = 5
export const REVERSED = 6

export type TransactionType = 1 | 2 | 3 | 4 | 5 | 6

/** The pieces of one benefit in a grant. */
export interface Lot {
  /** A bigint as decimal digits. */
  id: string
  grantId: string
  membershipId: number | null
  startsOn: Day
  /** The last day on which it can be used; null: no end. */
  endsOn: Day | null
  /** Whether its membership is suspended: then its pieces cannot be used. */
  isPaused: boolean
  isClosed: boolean
  /** Pieces from the package, and pieces that staff added. */
  granted: number
  adjusted: number
  /** Pieces that were used or taken. */
  used: number
}

/** What a contact has of a benefit, while its row is locked. */
export interface LockedBalance {
  id: number
  contactId: number
  itemId: number
  auditId: number
  remaining: number
  lots: Lot[]
}

/** What a caller says about a transaction. */
export interface EntryDetails {
  effectiveOn: Day
  description?: string | null
  membershipId?: number | null
  sourceKind?: string | null
  sourceId?: number | null
  reversedId?: string | null
  key?: string | null
}

/** A transaction that is to be written. */
export interface Entry extends EntryDetails {
  typeId: TransactionType
  quantity: number
  lotId: string | null
}

export const unusedOf = ({ granted, adjusted, used }: Lot): number => granted + adjusted - used

/** Grants that end first are used first. */
const byEnd = (a: Lot, b: Lot): number => {
  if (a.endsOn !== b.endsOn) return (a.endsOn ?? '9999-12-31') < (b.endsOn ?? '9999-12-31') ? -1 : 1
  return a.startsOn < b.startsOn ? -1 : a.startsOn > b.startsOn ? 1 : Number(BigInt(a.id) - BigInt(b.id))
}

/**
 * The account of a contact for one benefit, and the transactions that a change adds to it. Between changes, what remains
 * is the unused pieces of all lots that are not closed, less what was used beyond them (ForceSave).
 */
export class BenefitAccount {
  readonly balance: Readonly<LockedBalance>
  readonly entries: Entry[] = []
  /** The lots that changed. */
  readonly changed = new Set<Lot>()
  readonly #lots: Lot[]
  #remaining: number

  constructor(balance: LockedBalance) {
    this.balance = balance
    this.#lots = balance.lots
    this.#remaining = balance.remaining
  }

  get remaining(): number {
    return this.#remaining
  }

  get lots(): readonly Lot[] {
    return this.#lots
  }

  /** Pieces that can be used now: without those of suspended memberships. */
  get usable(): number {
    const paused = this.#open().filter(({ isPaused }) => isPaused)
    return this.#remaining - paused.reduce((sum, lot) => sum + unusedOf(lot), 0)
  }

  /** Expires the lots that have ended. Call it before every change, because the daily work can be late. */
  expireEnded(today: Day): void {
    for (const lot of this.#open()) if (lot.endsOn !== null && lot.endsOn < today) this.close(lot, today)
  }

  /** Closes a lot: its unused pieces expire. */
  close(lot: Lot, today: Day): void {
    this.#change(lot, { isClosed: true })
    const { membershipId } = lot
    if (unusedOf(lot) > 0) this.#post(EXPIRED, -unusedOf(lot), { effectiveOn: today, membershipId }, lot)
  }

  /** Opens a closed lot again: its unused pieces return. @param expiredId the transaction in which they expired. */
  reopen(lot: Lot, today: Day, expiredId: string | undefined): void {
    this.#change(lot, { isClosed: false })
    const details = { effectiveOn: today, membershipId: lot.membershipId }
    if (unusedOf(lot) === 0) return
    if (expiredId === undefined) this.#post(GRANTED, unusedOf(lot), details, lot)
    else this.#post(REVERSED, unusedOf(lot), { ...details, reversedId: expiredId }, lot)
    this.#settle(today)
  }

  /** Adds a lot that was just created, without pieces. */
  addLot(lot: Lot): void {
    this.#lots.push(lot)
  }

  grant(lot: Lot, quantity: number, details: EntryDetails): void {
    this.#change(lot, { granted: lot.granted + quantity })
    this.#post(GRANTED, quantity, { membershipId: lot.membershipId, ...details }, lot)
    this.#settle(details.effectiveOn)
  }

  /** Takes granted pieces back, at most the unused ones. @param grantedId the transaction that granted them. */
  takeBack(lot: Lot, quantity: number, today: Day, grantedId: string): void {
    const taken = Math.min(quantity, lot.granted, unusedOf(lot))
    if (taken <= 0) return
    this.#change(lot, { granted: lot.granted - taken })
    const details = { effectiveOn: today, membershipId: lot.membershipId, reversedId: grantedId }
    this.#post(REVERSED, -taken, details, lot)
  }

  adjustUp(lot: Lot, quantity: number, details: EntryDetails): void {
    this.#change(lot, { adjusted: lot.adjusted + quantity })
    this.#post(ADJUSTED_UP, quantity, details, lot)
    this.#settle(details.effectiveOn)
  }

  /** Removes pieces that staff had added: those of the lot if they are unused, else others. The caller checks `usable`. */
  reverseAdjustment(lot: Lot | undefined, quantity: number, details: EntryDetails): void {
    const own = lot && !lot.isClosed ? Math.min(quantity, lot.adjusted, unusedOf(lot)) : 0
    if (lot && own > 0) this.#change(lot, { adjusted: lot.adjusted - own })
    this.#consume(quantity - own)
    this.#post(REVERSED, -quantity, details)
  }

  /** Uses or takes pieces. The caller checks `usable`. */
  take(typeId: typeof USED | typeof ADJUSTED_DOWN, quantity: number, details: EntryDetails): void {
    this.#consume(quantity)
    this.#post(typeId, -quantity, details)
  }

  /** Returns used or taken pieces. Those whose lot is closed expire at once. */
  giveBack(quantity: number, details: EntryDetails, today: Day): void {
    this.#post(REVERSED, quantity, details)
    this.#settle(today)
  }

  /** Sets what the grant of the lots says now. */
  setTerms(lot: Lot, endsOn: Day | null, isPaused: boolean, today: Day): void {
    Object.assign(lot, { endsOn, isPaused })
    this.#settle(today)
  }

  #open(): Lot[] {
    return this.#lots.filter(({ isClosed }) => !isClosed).sort(byEnd)
  }

  #consume(quantity: number): void {
    let left = quantity
    for (const lot of this.#open()) {
      const taken = lot.isPaused ? 0 : Math.min(left, unusedOf(lot))
      if (taken > 0) this.#change(lot, { used: lot.used + taken })
      left -= taken
    }
  }

  /** Restores the rule of the class: earlier use beyond the lots takes new pieces; pieces without a lot return, or expire. */
  #settle(today: Day): void {
    const unused = this.#open().reduce((sum, lot) => sum + unusedOf(lot), 0)
    if (unused > this.#remaining) this.#consume(unused - this.#remaining)
    else this.#returnToLots(this.#remaining - unused, today)
  }

  #returnToLots(quantity: number, today: Day): void {
    let left = quantity
    for (const lot of this.#open().reverse()) {
      const returned = Math.min(left, lot.used)
      if (returned > 0) this.#change(lot, { used: lot.used - returned })
      left -= returned
    }
    if (left > 0) this.#post(EXPIRED, -left, { effectiveOn: today })
  }

  #change(lot: Lot, values: Partial<Lot>): void {
    Object.assign(lot, values)
    this.changed.add(lot)
  }

  #post(typeId: TransactionType, quantity: number, details: EntryDetails, lot?: Lot): void {
    this.entries.push({ ...details, typeId, quantity, lotId: lot?.id ?? null })
    this.#remaining += quantity
  }
}
