import { contactKind } from '#areas/people/contacts/contacts.queries'
import { findStaff } from '#areas/people/contacts/staff/staff.queries'
import { findOrganizationId } from '#areas/people/contacts/tenant-organization.queries'
import { groupKind } from '#areas/people/groups/groups.queries'
import { type FieldFault, Problem, ruleRefused } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { referenceFault, unknownReference, unknownReferences } from '#kernel/records/references'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { Chapter } from '#prisma/client'
import type { ChapterDraft } from './chapters.input.ts'
import { ancestorSql, existingReferencesSql, type Referenced } from './chapters.sql.ts'

/**
 * Checks the references of a draft. Every fault of one kind is reported at once.
 *
 * @throws 409 duplicate, 422 tenant-organization, unknown-reference.
 */
export const checkReferences = async (
  scope: Scope,
  tx: Transaction,
  draft: ChapterDraft,
  current: Chapter | null,
): Promise<void> => {
  await refuseTenantOrganization(scope, tx, draft)
  // The lock keeps the group from being deleted until this transaction ends.
  if (draft.groupId) await lockRows(scope, tx, groupKind, [draft.groupId], 'share')
  const missing = [
    ...(await missingRecords(scope, tx, draft)),
    ...(await missingOwners(scope, tx, draft)),
    ...(await missingAffiliate(scope, tx, draft, current)),
  ]
  if (missing.length > 0) throw unknownReferences(missing)
  await refusePartsOfOthers(scope, tx, draft, current)
}

/** Locks the contact first, so that it does not become the tenant's own organization at the same time. */
const refuseTenantOrganization = async (
  scope: Scope,
  tx: Transaction,
  { organizationId }: ChapterDraft,
): Promise<void> => {
  if (organizationId === undefined) return
  await lockRows(scope, tx, contactKind, [organizationId], 'key share')
  if (organizationId !== (await findOrganizationId(scope, tx))) return
  throw ruleRefused('tenant-organization', "The tenant's own organization cannot be a chapter.", [
    { pointer: '/OrganizationContactId', message: "must not be the tenant's own organization" },
  ])
}

const missingRecords = async ({ db }: Scope, tx: Transaction, draft: ChapterDraft): Promise<FieldFault[]> => {
  const fields: [pointer: string, what: Referenced, id: number | null | undefined][] = [
    ['/OrganizationContactId', 'organization', draft.organizationId],
    ['/PrimaryCalenderId', 'calendar', draft.calendarId],
    ['/PrimaryGroupId', 'group', draft.groupId],
    ['/DirectoryId', 'directory', draft.directoryId],
    ['/PaymentGatewayId', 'payment gateway', draft.paymentGatewayId],
  ]
  const references = fields.flatMap(([pointer, what, id]) =>
    id === undefined || id === null ? [] : [{ pointer, what, id }],
  )
  if (references.length === 0) return []
  const rows = await tx.rows<{ pointer: string }>(existingReferencesSql(db.tenantId, references))
  const existing = new Set(rows.map(({ pointer }) => pointer))
  return references
    .filter(({ pointer }) => !existing.has(pointer))
    .map(({ pointer, what }) => referenceFault(pointer, what))
}

const missingOwners = async ({ db }: Scope, tx: Transaction, { owners }: ChapterDraft): Promise<FieldFault[]> => {
  if (!owners || owners.length === 0) return []
  const ids = owners.map(({ ContactId }) => ContactId)
  const staff = await findStaff(tx, db.tenantId, ids)
  return ids.flatMap((id, index) => {
    const pointer = `/Owners/${index}/ContactId`
    if (!staff.has(id)) return [referenceFault(pointer, 'staff member')]
    return ids.indexOf(id) < index ? [{ pointer, message: 'must not be in the list twice' }] : []
  })
}

/**
 * Whether this tenant can know the tenant of this installation with the key. Called for the whole tenant. A tenant that no entry
 * knows cannot be the affiliate of a chapter.
 */
export type TenantFinder = (scope: Scope, tx: Transaction, key: string) => Promise<boolean>

export const tenantFinders = register<TenantFinder>('finders of known tenants')

const isKnownTenant: TenantFinder = async (scope, tx, key) => {
  for (const knows of tenantFinders.entries()) if (await knows(scope, tx, key)) return true
  return false
}

// A tenant that is not known to this one gets the same response as one that does not exist.
const missingAffiliate = async (
  scope: Scope,
  tx: Transaction,
  { affiliate }: ChapterDraft,
  current: Chapter | null,
): Promise<FieldFault[]> => {
  if (!affiliate || affiliate.key === current?.affiliateTenantKey) return []
  const { key } = affiliate
  const pointer = '/AffiliateTenantModel/TenantKey'
  if (key === scope.tenant.key) return [{ pointer, message: 'must not be the key of this tenant' }]
  const isKnown = await runForWholeTenant(scope, tx, () => isKnownTenant(scope, tx, key))
  return isKnown ? [] : [referenceFault(pointer, 'tenant that is open to exchanges')]
}

const refusePartsOfOthers = async (
  { db }: Scope,
  tx: Transaction,
  { organizationId, calendarId }: ChapterDraft,
  current: Chapter | null,
): Promise<void> => {
  const { tenantId } = db
  const isUsed = async (field: 'organizationId' | 'calendarId', id: number | null | undefined): Promise<boolean> => {
    if (!id) return false
    const where = { tenantId, [field]: id, ...(current && { id: { not: current.id } }) }
    return (await tx.chapter.findFirst({ where, select: { id: true } })) !== null
  }
  const errors: FieldFault[] = []
  if (await isUsed('organizationId', organizationId)) errors.push(another('/OrganizationContactId'))
  if (await isUsed('calendarId', calendarId)) errors.push(another('/PrimaryCalenderId'))
  if (errors.length > 0)
    throw new Problem(409, 'duplicate', 'Another chapter uses the organization or the calendar.', { errors })
}

const another = (pointer: string): FieldFault => ({ pointer, message: 'belongs to another chapter' })

/**
 * Returns the id of the parent chapter, null for the top. Lock the subject "chapter" first, so that two saves cannot
 * form a cycle together.
 *
 * @param organizationId of the parent chapter; 0 is the top.
 * @throws 422 unknown-reference, chapter-cycle.
 */
export const findParent = async (
  { db }: Scope,
  tx: Transaction,
  organizationId: number,
  current: Chapter | null,
): Promise<number | null> => {
  if (organizationId === 0) return null
  const { tenantId } = db
  const pointer = '/ParentOrganizationId'
  const parent = await tx.chapter.findFirst({ where: { tenantId, organizationId }, select: { id: true } })
  if (!parent) throw unknownReference(pointer, 'chapter')
  if (current && (await tx.rows(ancestorSql(tenantId, parent.id, current.id))).length > 0)
    throw ruleRefused('chapter-cycle', 'A chapter cannot be below itself.', [
      { pointer, message: 'must not be the chapter itself or a chapter below it' },
    ])
  return parent.id
}
