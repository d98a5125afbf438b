import type { SqlRunner } from '#kernel/database/sql-runner'
import { changeOf, recordChanges } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { contactBenefitEvents } from '../benefit-ledger.events.ts'
import {
  ADJUSTED_DOWN,
  ADJUSTED_UP,
  BenefitAccount,
  type Entry,
  EXPIRED,
  GRANTED,
  type Lot,
  REVERSED,
  type TransactionType,
  USED,
} from './account.model.ts'
import {
  addEntriesSql,
  addLotsSql,
  type BalanceRow,
  createBalancesSql,
  type LotRow,
  lockBalancesSql,
  lotsSql,
  type Subject,
  saveLotsSql,
} from './postings.sql.ts'

const KIND = { entity: 'contactbenefit' }

const EVENTS: Readonly<Record<TransactionType, string>> = {
  [GRANTED]: contactBenefitEvents.granted,
  [USED]: contactBenefitEvents.used,
  [ADJUSTED_UP]: contactBenefitEvents.adjusted,
  [ADJUSTED_DOWN]: contactBenefitEvents.adjusted,
  [EXPIRED]: contactBenefitEvents.expired,
  [REVERSED]: contactBenefitEvents.reversed,
}

/** Accounts by contact and benefit. */
export class Accounts {
  readonly #bySubject = new Map<string, BenefitAccount>()

  constructor(accounts: readonly BenefitAccount[]) {
    for (const account of accounts) this.#bySubject.set(keyOf(account.balance), account)
  }

  /** @throws if the account was not locked. */
  get(subject: Subject): BenefitAccount {
    const account = this.#bySubject.get(keyOf(subject))
    if (!account) throw new Error('The account was not locked')
    return account
  }

  /** Expires what has ended. The daily work can be late. */
  expireEnded(today: Day): this {
    for (const account of this.all()) account.expireEnded(today)
    return this
  }

  all(): BenefitAccount[] {
    return [...this.#bySubject.values()]
  }
}

const keyOf = ({ contactId, itemId }: Subject): string => `${contactId}:${itemId}`

/**
 * Locks accounts until the transaction ends, and creates those that do not exist. Lock contacts and grants first. Every
 * transaction of the ledger is written through these accounts and saveAccounts.
 *
 * @param grantIds the grants whose closed lots are needed too.
 */
export const lockAccounts = async (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  subjects: readonly Subject[],
  grantIds: readonly string[] = [],
): Promise<Accounts> => {
  if (subjects.length === 0) return new Accounts([])
  await tx.rows(createBalancesSql(tenantId, subjects))
  const balances = await tx.rows<BalanceRow>(lockBalancesSql(tenantId, subjects))
  const lots = new Map<string, Lot[]>()
  for (const { contactId, itemId, ...lot } of await tx.rows<LotRow>(lotsSql(tenantId, subjects, grantIds))) {
    const own = lots.get(keyOf({ contactId, itemId }))
    if (own) own.push(lot)
    else lots.set(keyOf({ contactId, itemId }), [lot])
  }
  return new Accounts(
    balances.map((balance) => new BenefitAccount({ ...balance, lots: lots.get(keyOf(balance)) ?? [] })),
  )
}

/** A lot that is to be added to a grant. */
export interface NewLot extends Subject {
  grantId: string
  membershipId: number | null
  startsOn: string
  endsOn: string | null
  isPaused: boolean
}

/** Adds lots without pieces to locked accounts. */
export const addLots = async (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  accounts: Accounts,
  wanted: readonly NewLot[],
): Promise<Lot[]> => {
  if (wanted.length === 0) return []
  const added = await tx.rows<{ id: string; grantId: string; itemId: number }>(addLotsSql(db.tenantId, wanted))
  const ids = new Map(added.map(({ id, grantId, itemId }) => [`${grantId}:${itemId}`, id]))
  return wanted.map(({ contactId, itemId, ...terms }) => {
    const id = ids.get(`${terms.grantId}:${itemId}`) ?? ''
    const lot: Lot = { id, ...terms, isClosed: false, granted: 0, adjusted: 0, used: 0 }
    accounts.get({ contactId, itemId }).addLot(lot)
    return lot
  })
}

/**
 * Writes the transactions and lots of accounts, with history and events, in a few statements for any number of them.
 *
 * @param actor who caused them, if it is not the caller: a job works for the user that started it.
 */
export const saveAccounts = async (scope: Scope, tx: SqlRunner, accounts: Accounts, actor?: string): Promise<void> => {
  const all = accounts.all()
  const lots = all.flatMap(({ changed }) => [...changed])
  const entries = all.flatMap((account) => account.entries.map((entry) => ({ account, entry })))
  if (entries.length > 0) {
    const rows = entries.map(({ account, entry }) => rowOf(account, entry))
    const added = await tx.rows<{ id: string }>(addEntriesSql(scope, rows, actor))
    await recordChanges(
      scope,
      tx,
      all.flatMap((account) => changesOf(account, entries, added)),
    )
  }
  if (lots.length > 0) await tx.rows(saveLotsSql(scope.db.tenantId, lots))
}

const rowOf = ({ balance: { contactId, itemId } }: BenefitAccount, entry: Entry) => ({
  contactId,
  itemId,
  description: null,
  membershipId: null,
  sourceKind: null,
  sourceId: null,
  reversedId: null,
  key: null,
  ...entry,
})

/** One change per transaction: each is a version of the balance. */
const changesOf = (
  { balance, entries }: BenefitAccount,
  all: readonly { entry: Entry }[],
  added: readonly { id: string }[],
) => {
  const { id, contactId, itemId, auditId } = balance
  const position = all.findIndex(({ entry }) => entry === entries[0])
  let remaining = balance.remaining
  return entries.map(({ typeId, quantity }, at) => {
    remaining += quantity
    const transactionId = Number(added[position + at]?.id)
    const payload = { contactId, benefitItemId: itemId, transactionId, quantity, remaining }
    const details = { changes: { typeId, ...payload }, payload, eventKind: EVENTS[typeId] }
    return changeOf(KIND, { id, auditId: auditId + at + 1 }, auditId + at === 0 ? 'created' : 'updated', details)
  })
}
