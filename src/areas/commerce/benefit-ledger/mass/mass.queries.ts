import type { BenefitMassContact } from '#contract/commerce/benefit-ledger'
import { notFound } from '#kernel/errors/problem'
import { getRecord } from '#kernel/records/read'
import type { Scope } from '#kernel/tenancy/scope'
import type { BenefitMassOperation } from '#prisma/client'
import { benefitItemKind } from '../items/items.queries.ts'
import { ADJUSTED_UP } from '../postings/account.model.ts'
import { findOwners, type Owners } from '../postings/owners.queries.ts'
import { refusalOf } from '../usage/usage.service.ts'
import type { MassRequest } from './mass.input.ts'
import { contactNamesSql } from './mass.sql.ts'

export type MassProgress = Omit<BenefitMassOperation, 'contactIds'>

/** Returns a mass operation without its contacts. @throws 404. */
export const getMassOperation = async ({ db }: Scope, id: string): Promise<MassProgress> => {
  const where = { tenantId: db.tenantId, id }
  const found = await db.prisma.benefitMassOperation.findFirst({ where, omit: { contactIds: true } })
  if (!found) throw notFound('mass operation')
  return found
}

/** Contacts per statement: other requests are served between the statements. */
const CHUNK = 1000

/** What an owner has left while the preview goes through its contacts. */
interface Left {
  remaining: number
  usable: number
}

/** Returns what a mass operation would do to each contact, as the JSON texts of BenefitMassContact. @throws 404. */
export const previewContacts = async (scope: Scope, request: MassRequest): Promise<string[]> => {
  await getRecord(scope, benefitItemKind, request.itemId)
  const { tenantId } = scope.db
  const left = new Map<number, Left>()
  const rows: string[] = []
  for (let from = 0; from < request.contactIds.length; from += CHUNK) {
    const ids = request.contactIds.slice(from, from + CHUNK)
    const found = await scope.db.rows<{ id: number; name: string }>(contactNamesSql(tenantId, ids))
    const names = new Map(found.map(({ id, name }) => [id, name]))
    const owners = await findOwners(scope, scope.db, ids, [request.itemId])
    for (const id of ids) rows.push(JSON.stringify(previewOne(request, owners, left, id, names.get(id))))
  }
  return rows
}

/** People of one business use the same pieces, one after the other. */
const previewOne = (
  { itemId, typeId, quantity, isForced }: MassRequest,
  owners: Owners,
  left: Map<number, Left>,
  contactId: number,
  name: string | undefined,
): BenefitMassContact => {
  const owner = owners.ownerOf({ contactId, itemId })
  const now = left.get(owner) ?? owners.remainingOf({ contactId: owner, itemId })
  const isRefused = typeId !== ADJUSTED_UP && !isForced && -quantity > now.usable
  const problem = name === undefined ? 'The contact does not exist.' : isRefused ? refusalOf(now) : null
  const after = now.remaining + quantity
  if (problem === null) left.set(owner, { remaining: after, usable: now.usable + quantity })
  return {
    ContactId: contactId,
    ContactName: name ?? null,
    Remaining: now.remaining,
    RemainingAfter: name === undefined ? now.remaining : after,
    // Nothing happens to a contact that does not exist.
    GoesNegative: name !== undefined && after < 0,
    Problem: problem,
  }
}
