import type { SqlRunner } from '#kernel/database/sql-runner'
import { conflict, notFound } from '#kernel/errors/problem'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { type Candidate, candidatesCall, type Identity } from '../duplicates/candidates.queries.ts'
import { presentCandidate } from '../duplicates/duplicates.presenter.ts'
import type { ContactDraft } from './drafts.ts'
import { type LockedContact, lockContactsSql } from './records.queries.ts'
import type { ContactRecords } from './records.ts'
import { References, type ReferencesAnswer, referencesSql, referredBy } from './references.ts'

/** Locks a contact and those that its draft refers to, and looks up the rest that it refers to. */
export const loadReferences = async (
  tx: SqlRunner,
  { db: { tenantId } }: Scope,
  draft: ContactDraft,
  own: readonly number[],
): Promise<References> => {
  const referred = referredBy(draft)
  const lookUp = referencesSql(tenantId, referred)
  const contactIds = [...own, ...referred.contactIds]
  const [locked, answers] = await Promise.all([
    contactIds.length > 0 ? tx.rows<LockedContact>(lockContactsSql(tenantId, contactIds)) : [],
    lookUp ? tx.rows<ReferencesAnswer>(lookUp) : [],
  ])
  return new References(locked, answers[0])
}

/** Waits for other saves of the same identity, then looks for contacts that may be the same. */
export const findCandidates = async (
  tx: SqlRunner,
  tenantId: number,
  identity: Identity,
  except: number,
): Promise<Candidate[]> => {
  const call = candidatesCall(tenantId, identity, { except, wait: true })
  return call ? tx.rows<Candidate>(Prisma.sql`SELECT * FROM ${call}`) : []
}

/** 409 with the candidates, if there are any; their names only for callers who may read contacts. */
export const refuseDuplicates = (scope: Scope, candidates: readonly Candidate[]): void => {
  if (candidates.length === 0) return
  const shown = hasGrant(scope, 'contacts:read') ? candidates.map(presentCandidate) : []
  throw conflict(
    'possible-duplicate',
    'A contact that may be the same exists already. Use it, or send forceSave true to save this one beside it.',
    { candidates: shown },
  )
}

const KINDS = { 1: 'person', 2: 'organization' } as const

/** The contact that is to be changed; 404 unless it is there and of that type. */
export const existing = (records: ContactRecords | undefined, systemTypeId: 1 | 2): ContactRecords => {
  if (!records || records.is_deleted || records.entered.system_type_id !== systemTypeId) {
    throw notFound(KINDS[systemTypeId])
  }
  return records
}
