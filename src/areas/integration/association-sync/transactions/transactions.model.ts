import type { SyncedChanges } from '#areas/people/contacts/synced-fields/synced-fields.service'
import { ruleRefused } from '#kernel/errors/problem'

/** What a transaction sets: synced fields, and the number of the parent (null: none). */
export type SyncValues = SyncedChanges & { ParentNationalId?: number | null }

export type Operation = 'upsert' | 'move' | 'delete'

export interface SyncTransaction {
  operation: Operation
  transactionId: string
  occurredAt: Date
  /** national or the code of a state. */
  origin: string
  systemTypeId: 1 | 2
  nationalId: number
  /** The id of the contact here; 0 if it is not known. */
  platformId: number
  values: SyncValues
}

/**
 * The newest change of each field: of a transaction as "<time>|<id>", of an edit here as "<time>~". Their order as texts is
 * that of the changes; an edit is newer than transactions of the same time.
 */
export type Clocks = Record<string, string>

export const clockOf = ({ occurredAt, transactionId }: Pick<SyncTransaction, 'occurredAt' | 'transactionId'>): string =>
  `${occurredAt.toISOString()}|${transactionId}`

/**
 * Adds what an operation implies to the values sent. A move away and a deletion end the national membership, and an
 * individual who moves leaves the organization.
 *
 * @param affiliation the state body of this tenant; null: every move arrives here.
 */
export const impliedValues = (
  { operation, systemTypeId, values }: SyncTransaction,
  affiliation: string | null,
): SyncValues => {
  if (operation === 'upsert') return values
  if (operation === 'delete') return { Status: 'Dropped' }
  const left = systemTypeId === 1 ? { ParentNationalId: null } : {}
  const status = isMoveHere(values, affiliation) ? (values.Status ?? 'Active') : 'Dropped'
  return { ...left, ...values, Status: status }
}

/** Returns whether a move arrives at this tenant. */
export const isMoveHere = ({ Affiliation }: SyncValues, affiliation: string | null): boolean =>
  affiliation === null || isSameCode(Affiliation, affiliation)

const isSameCode = (a: string | null | undefined, b: string | null | undefined): boolean =>
  (a ?? '').trim().toLowerCase() === (b ?? '').trim().toLowerCase()

/** Returns whether the operation creates a contact that does not exist. */
export const createsContact = ({ operation, values }: SyncTransaction, affiliation: string | null): boolean =>
  operation === 'upsert' || (operation === 'move' && isMoveHere(values, affiliation))

/** Returns the values that no newer change has set. */
export const pickNewerValues = (values: SyncValues, clocks: Clocks, clock: string): SyncValues => {
  const known = new Map(Object.entries(clocks))
  return Object.fromEntries(Object.entries(values).filter(([field]) => (known.get(field) ?? '') < clock))
}

export const clocksAfter = (clocks: Clocks, applied: SyncValues, clock: string): Clocks => ({
  ...clocks,
  ...Object.fromEntries(Object.keys(applied).map((field) => [field, clock])),
})

/**
 * Returns the clocks of edits after new ones. An edit is newer than the transactions that it replaces, even if their
 * senders' clocks are ahead.
 *
 * @param sent the clocks of the transactions that were applied before the edits.
 */
export const clocksAfterEdits = (local: Clocks, sent: Clocks, edits: ReadonlyMap<string, Date>): Clocks => {
  const known = new Map(Object.entries(sent))
  const after = new Map(Object.entries(local))
  for (const [field, at] of edits) {
    const replaced = known.get(field)
    const clocks = [after.get(field) ?? '', `${at.toISOString()}~`, replaced === undefined ? '' : `${replaced}~`]
    after.set(field, clocks.sort().at(-1) ?? '')
  }
  return Object.fromEntries(after)
}

/** Returns the values whose transaction is newer than the edits of their fields. */
export const omitEdited = (values: SyncValues, sent: Clocks, local: Clocks): SyncValues => {
  const clocks = new Map(Object.entries(sent))
  const edits = new Map(Object.entries(local))
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => (clocks.get(field) ?? '') >= (edits.get(field) ?? '')),
  )
}

const NAMES = { 1: ['FirstName', 'LastName', 'InformalFirstName'], 2: ['Name'] } as const

/** Returns whether a contact with these values has a name. */
export const hasName = (systemTypeId: 1 | 2, values: SyncValues): boolean =>
  NAMES[systemTypeId].some((field) => values[field]?.trim())

export const transactionRule = (detail: string, pointer: string, message: string) =>
  ruleRefused('transaction-rule', detail, [{ pointer, message }])

/** Clocks of senders may be ahead by this time. */
const MAX_AHEAD_MS = 300_000

/**
 * Rejects a time in the future: its transaction would be newer than all others until then.
 *
 * @throws 422 transaction-rule.
 */
export const requirePast = (
  { occurredAt, operation }: Pick<SyncTransaction, 'occurredAt' | 'operation'>,
  now: Date,
): void => {
  if (occurredAt.getTime() <= now.getTime() + MAX_AHEAD_MS) return
  throw transactionRule(
    'A transaction must not be in the future. Correct the clock of the sender.',
    operation === 'delete' ? 'query:model/OccurredDate' : '/Transaction/OccurredDate',
    'must be at most 5 minutes after the current time',
  )
}

/** @throws 422 transaction-rule if a move has not two different state bodies. */
export const requireMove = (affiliation: string | null | undefined, from: string | null | undefined): void => {
  if (!affiliation?.trim())
    throw transactionRule(
      'A move must name the state body that it leads to.',
      '/Transaction/Affiliation',
      'is required',
    )
  if (!from?.trim())
    throw transactionRule(
      'A move must name the state body that it leaves.',
      '/Transaction/FromAffiliation',
      'is required',
    )
  if (isSameCode(affiliation, from))
    throw transactionRule(
      'A move must lead to another state body.',
      '/Transaction/FromAffiliation',
      'must not be the same as Affiliation',
    )
}
