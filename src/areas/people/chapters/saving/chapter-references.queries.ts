import { groupKind } from '#areas/people/groups/groups.queries'
import { type FieldFault, Problem, ruleRefused } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { findTenantName } from '#kernel/tenancy/tenant-names'
import { type Chapter, Prisma } from '#prisma/client'
import type { ChapterDraft } from './chapter-input.ts'

/** Holds what a draft refers to against what there is. Every fault of one kind is told at once. */
export const checkReferences = async (
  scope: Scope,
  tx: Transaction,
  draft: ChapterDraft,
  current: Chapter | null,
): Promise<void> => {
  refuseOwnOrganization(scope, draft)
  // Until this transaction ends nobody deletes the group that it is about to refer to.
  if (draft.groupId) await lockRows(tx, scope, groupKind, [draft.groupId], 'share')
  const missing = [
    ...(await missingRecords(scope, tx, draft)),
    ...(await missingOwners(scope, tx, draft)),
    ...(await missingAffiliate(scope, tx, draft)),
  ]
  if (missing.length > 0) {
    throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', missing.slice(0, 50))
  }
  await refuseTaken(scope, tx, draft, current)
}

const refuseOwnOrganization = ({ tenant }: Scope, { organizationId }: ChapterDraft): void => {
  if (organizationId === undefined || organizationId !== tenant.organizationContactId) return
  throw ruleRefused('tenant-organization', 'This is the organization that the tenant itself is.', [
    { pointer: '/OrganizationContactId', message: 'is the organization of the tenant itself' },
  ])
}

/** The field, what the id in it is of, and whether it is there. */
type Lookup = [pointer: string, what: string, id: number | null | undefined, table: Prisma.Sql]

const missingRecords = async ({ db }: Scope, tx: Transaction, draft: ChapterDraft): Promise<FieldFault[]> => {
  const lookups: Lookup[] = [
    ['/OrganizationContactId', 'organization', draft.organizationId, ORGANIZATION],
    ['/PrimaryCalenderId', 'calendar', draft.calendarId, Prisma.sql`calendar x WHERE true`],
    ['/PrimaryGroupId', 'group', draft.groupId, Prisma.sql`contact_group x WHERE x.deleted_at IS NULL`],
    ['/DirectoryId', 'directory', draft.directoryId, Prisma.sql`directory x WHERE true`],
    ['/PaymentGatewayId', 'payment gateway', draft.paymentGatewayId, Prisma.sql`payment_gateway x WHERE true`],
  ]
  const named = lookups.filter(([, , id]) => id !== undefined && id !== null)
  if (named.length === 0) return []
  const each = named.map(
    ([pointer, , id, table]) => Prisma.sql`SELECT ${pointer}::text AS pointer
      WHERE EXISTS (SELECT FROM ${table} AND x.tenant_id = ${db.tenantId}::int AND x.id = ${id}::int)`,
  )
  const rows = await tx.$queryRaw<{ pointer: string }[]>(Prisma.join(each, ' UNION ALL '))
  const found = new Set(rows.map(({ pointer }) => pointer))
  return named
    .filter(([pointer]) => !found.has(pointer))
    .map(([pointer, what]) => ({ pointer, message: `names no ${what}` }))
}

const ORGANIZATION = Prisma.sql`contact x WHERE x.system_type_id = 2 AND x.deleted_at IS NULL`

const missingOwners = async ({ db }: Scope, tx: Transaction, { owners }: ChapterDraft): Promise<FieldFault[]> => {
  if (!owners || owners.length === 0) return []
  const ids = owners.map(({ ContactId }) => ContactId)
  const where = { tenantId: db.tenantId, contactId: { in: ids } }
  const staff = new Set((await tx.staff.findMany({ where, select: { contactId: true } })).map((row) => row.contactId))
  return ids.flatMap((id, index) => {
    const pointer = `/Owners/${index}/ContactId`
    if (!staff.has(id)) return [{ pointer, message: 'names no member of the staff' }]
    return ids.indexOf(id) < index ? [{ pointer, message: 'is in the list already' }] : []
  })
}

const missingAffiliate = async (
  { tenant }: Scope,
  tx: Transaction,
  { affiliate }: ChapterDraft,
): Promise<FieldFault[]> => {
  if (!affiliate) return []
  const pointer = '/AffiliateTenantModel/TenantKey'
  if (affiliate.key === tenant.key) return [{ pointer, message: 'is the key of this tenant itself' }]
  return (await findTenantName(tx, affiliate.key)) === null ? [{ pointer, message: 'names no tenant' }] : []
}

const refuseTaken = async (
  { db }: Scope,
  tx: Transaction,
  { organizationId, calendarId }: ChapterDraft,
  current: Chapter | null,
): Promise<void> => {
  const { tenantId } = db
  const taken = async (field: 'organizationId' | 'calendarId', id: number | null | undefined): Promise<boolean> => {
    if (!id) return false
    const where = { tenantId, [field]: id, ...(current && { id: { not: current.id } }) }
    return (await tx.chapter.findFirst({ where, select: { id: true } })) !== null
  }
  const errors: FieldFault[] = []
  if (await taken('organizationId', organizationId)) errors.push(another('/OrganizationContactId'))
  if (await taken('calendarId', calendarId)) errors.push(another('/PrimaryCalenderId'))
  if (errors.length > 0) throw new Problem(409, 'duplicate', 'Another chapter has it already.', { errors })
}

const another = (pointer: string): FieldFault => ({ pointer, message: 'belongs to another chapter' })
