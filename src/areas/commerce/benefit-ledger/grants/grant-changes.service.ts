import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import type { Lot } from '../postings/account.model.ts'
import { type Accounts, addLots, lockAccounts, type NewLot, saveAccounts } from '../postings/postings.service.ts'
import type { Subject } from '../postings/postings.sql.ts'
import type { GrantPlan, GrantRequest, StoredGrant } from './grants.model.ts'
import {
  deleteGrantsSql,
  type GrantRow,
  grantItemsSql,
  lotTransactionsSql,
  type PackagePiece,
  packagePiecesSql,
  saveGrantsSql,
} from './grants.sql.ts'

export interface GrantChange {
  grant: StoredGrant
  request: GrantRequest | undefined
  plan: GrantPlan
  /** Whether unused pieces are taken back; otherwise they expire. */
  isReversed?: boolean
}

interface LotTransactions {
  grantedId: string | null
  expiredId: string | null
}

/** What the changes work with. */
interface Work {
  today: Day
  accounts: Accounts
  pieces: ReadonlyMap<number, PackagePiece[]>
  lots: ReadonlyMap<string, { subject: Subject; lot: Lot }[]>
  transactions: ReadonlyMap<string, LotTransactions>
}

/** Performs changes of locked grants in a few statements, whatever their number. */
export const performChanges = async (
  scope: Scope,
  tx: SqlRunner,
  changes: readonly GrantChange[],
  today: Day,
): Promise<void> => {
  if (changes.length === 0) return
  const { tenantId } = scope.db
  const pieces = await findPieces(scope, tx, changes)
  const grantIds = changes.map(({ grant }) => grant.id)
  const stored = await tx.rows<Subject & { grantId: string }>(grantItemsSql(tenantId, grantIds))
  const wanted = changes.flatMap((change) => piecesOf(change, pieces).map((piece) => newLotOf(change, piece)))
  const accounts = await lockAccounts(scope, tx, [...stored, ...wanted], grantIds)
  const known = new Set(stored.map(({ grantId, itemId }) => `${grantId}:${itemId}`))
  await addLots(
    scope,
    tx,
    accounts,
    wanted.filter(({ grantId, itemId }) => !known.has(`${grantId}:${itemId}`)),
  )
  const lots = groupLots(accounts, [...stored, ...wanted])
  const work: Work = { today, accounts, pieces, lots, transactions: await findTransactions(scope, tx, changes, lots) }
  for (const change of changes) followRequest(work, change)
  accounts.expireEnded(today)
  for (const change of changes) perform(work, change)
  await saveGrants(scope, tx, changes)
  await saveAccounts(scope, tx, accounts)
}

const saveGrants = async (
  { db: { tenantId } }: Scope,
  tx: SqlRunner,
  changes: readonly GrantChange[],
): Promise<void> => {
  const deleted = changes.filter(({ plan }) => plan.isDeleted).map(({ grant }) => grant.id)
  const kept = changes.filter(({ plan }) => !plan.isDeleted)
  if (deleted.length > 0) await tx.rows(deleteGrantsSql(tenantId, deleted))
  if (kept.length > 0) await tx.rows(saveGrantsSql(tenantId, kept.map(rowOf)))
}

/** A grant keeps the package that it has granted, also if its level gets another one. */
const rowOf = (change: GrantChange): GrantRow => {
  const { grant, request, plan } = change
  const { id, variantId, from, through, isPaused } = { ...grant, ...request }
  const isChosen = fills(change) || plan.state === 'planned'
  const { packageId } = isChosen ? { ...grant, ...request } : grant
  return { id, packageId, variantId, from, through, isPaused, state: plan.state }
}

const fills = ({ plan: { opens, repackages } }: GrantChange): boolean => opens || repackages

const findPieces = async (
  { db }: Scope,
  tx: SqlRunner,
  changes: readonly GrantChange[],
): Promise<Map<number, PackagePiece[]>> => {
  const ids = new Set(changes.filter(fills).flatMap(({ request }) => request?.packageId ?? []))
  const rows = ids.size > 0 ? await tx.rows<PackagePiece>(packagePiecesSql(db.tenantId, [...ids])) : []
  return new Map([...ids].map((id) => [id, rows.filter(({ packageId }) => packageId === id)]))
}

/** Returns the pieces that a change grants. */
const piecesOf = (change: GrantChange, pieces: ReadonlyMap<number, PackagePiece[]>): PackagePiece[] =>
  fills(change) ? (pieces.get(change.request?.packageId ?? 0) ?? []) : []

const newLotOf = ({ grant, request }: GrantChange, { itemId }: PackagePiece): NewLot => {
  const { contactId, membershipId, from, through, isPaused } = request ?? grant
  return { grantId: grant.id, contactId, itemId, membershipId, startsOn: from, endsOn: through, isPaused }
}

const groupLots = (accounts: Accounts, subjects: readonly (Subject & { grantId: string })[]): Work['lots'] => {
  const lots = new Map<string, Map<number, { subject: Subject; lot: Lot }>>()
  for (const { grantId, ...subject } of subjects) {
    const lot = accounts.get(subject).lots.find((one) => one.grantId === grantId)
    const own = lots.get(grantId) ?? new Map()
    if (lot) own.set(subject.itemId, { subject, lot })
    lots.set(grantId, own)
  }
  return new Map([...lots].map(([grantId, own]) => [grantId, [...own.values()]]))
}

/** What is taken back or returned needs the transactions of its lots. */
const findTransactions = async (
  { db }: Scope,
  tx: SqlRunner,
  changes: readonly GrantChange[],
  lots: Work['lots'],
): Promise<Work['transactions']> => {
  const ids = changes.flatMap(({ grant, plan, isReversed }) =>
    (lots.get(grant.id) ?? []).flatMap(({ lot }) => (lot.isClosed || plan.repackages || isReversed ? [lot.id] : [])),
  )
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<LotTransactions & { lotId: string }>(lotTransactionsSql(db.tenantId, ids))
  return new Map(rows.map((row) => [row.lotId, row]))
}

/** Sets the days of the lots, before anything expires by its old days. */
const followRequest = ({ lots, accounts, today }: Work, { grant, request }: GrantChange): void => {
  if (!request) return
  for (const { subject, lot } of lots.get(grant.id) ?? [])
    accounts.get(subject).setTerms(lot, request.through, request.isPaused, today)
}

const perform = (work: Work, change: GrantChange): void => {
  for (const { subject, lot } of work.lots.get(change.grant.id) ?? []) openOrClose(work, change, subject, lot)
  if (fills(change)) fill(work, change)
}

const openOrClose = (work: Work, { plan, isReversed }: GrantChange, subject: Subject, lot: Lot): void => {
  const { accounts, today, transactions } = work
  const account = accounts.get(subject)
  const { grantedId, expiredId } = transactions.get(lot.id) ?? {}
  if (plan.state === 'open' && lot.isClosed) account.reopen(lot, today, expiredId ?? undefined)
  if (!plan.closes || lot.isClosed) return
  if (isReversed && grantedId) account.takeBack(lot, lot.granted, today, grantedId)
  account.close(lot, today)
}

/** Makes the lots of a grant contain the pieces of its package. */
const fill = ({ accounts, lots, pieces, today, transactions }: Work, change: GrantChange): void => {
  const { grant, request, plan } = change
  const wanted = new Map(piecesOf(change, pieces).map(({ itemId, quantity }) => [itemId, quantity]))
  const effectiveOn = plan.opens && request ? request.from : today
  for (const { subject, lot } of lots.get(grant.id) ?? []) {
    const difference = (wanted.get(subject.itemId) ?? 0) - lot.granted
    const grantedId = transactions.get(lot.id)?.grantedId
    if (difference > 0) accounts.get(subject).grant(lot, difference, { effectiveOn })
    else if (grantedId) accounts.get(subject).takeBack(lot, -difference, today, grantedId)
  }
}
