import { SETTABLE_FIELDS } from '#areas/people/contacts/synced-fields/synced-fields.queries'
import type { AssocDeleteInput, AssocTransactionInput } from '#contract/integration/association-sync'
import { badInput } from '#kernel/errors/problem'
import { instantOf } from '#kernel/time/instant'
import {
  type Operation,
  requireMove,
  type SyncTransaction,
  type SyncValues,
  transactionRule,
} from './transactions.model.ts'

const CONTACT_TYPES = { 1: 'Individual', 2: 'Business' } as const

/** The origin of changes that were made here. */
export const LOCAL = 'local'
export const NATIONAL = 'national'

/** Normalizes an origin: national, or the code of a state in capitals. Null for one that is absent, or is local to its sender. */
export const parseOrigin = (text: string | null | undefined): string | null => {
  const origin = text?.trim() ?? ''
  const lower = origin.toLowerCase()
  if (lower === '' || lower === LOCAL) return null
  return lower === NATIONAL ? lower : origin.toUpperCase()
}

/** @throws 400 for local, which is the origin of changes made here. */
const originOf = (text: string | null | undefined, pointer: string): string | null => {
  if (text?.trim().toLowerCase() === LOCAL) throw badInput(pointer, 'must be national or the code of a state')
  return parseOrigin(text)
}

/**
 * Parses the body of an upsert or a move.
 *
 * @throws 400; 422 transaction-rule.
 */
export const parseTransaction = (
  operation: Exclude<Operation, 'delete'>,
  systemTypeId: 1 | 2,
  { Transaction: sent, IsNational }: AssocTransactionInput,
): SyncTransaction => {
  if (!sent) throw badInput('/Transaction', 'must be a transaction')
  if (sent.ContactType !== CONTACT_TYPES[systemTypeId])
    throw transactionRule(
      'The operation is for the other type of contact.',
      '/Transaction/ContactType',
      `must be ${CONTACT_TYPES[systemTypeId]}`,
    )
  if (operation === 'move') requireMove(sent.Affiliation, sent.FromAffiliation)
  const values: SyncValues = {}
  for (const field of SETTABLE_FIELDS[systemTypeId]) {
    const value = sent[field]
    if (value !== undefined) Object.assign(values, { [field]: value })
  }
  if (values.Affiliation) values.Affiliation = parseOrigin(values.Affiliation)
  const parent = sent.ParentNationalId
  if (parent !== undefined) values.ParentNationalId = parent || null
  if (parent === sent.NationalID)
    throw transactionRule(
      'A contact cannot belong to itself.',
      '/Transaction/ParentNationalId',
      'must be the number of another contact',
    )
  const own = IsNational ? NATIONAL : (parseOrigin(sent.Affiliation) ?? 'STATE')
  return {
    operation,
    systemTypeId,
    values,
    transactionId: sent.TransactionId,
    occurredAt: instantOf(sent.OccurredDate),
    origin: originOf(sent.Origin, '/Transaction/Origin') ?? own,
    nationalId: sent.NationalID,
    platformId: sent.PlatformID ?? 0,
  }
}

export const parseDeletion = (systemTypeId: 1 | 2, sent: AssocDeleteInput): SyncTransaction => ({
  operation: 'delete',
  systemTypeId,
  values: {},
  transactionId: sent.TransactionId,
  platformId: 0,
  occurredAt: instantOf(sent.OccurredDate),
  origin: originOf(sent.Origin, 'query:model/Origin') ?? NATIONAL,
  nationalId: sent.NationalID,
})
