import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { Listing } from '#kernel/listing/listing'
import { readPage } from '#kernel/listing/page'
import { type ListInput, PAGE, parseListRequest } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { customFieldListing } from './custom-fields.listing.ts'
import { dataTypeNames, objectTypeNames } from './custom-fields.model.ts'
import { fieldHasValues } from './value-uses.queries.ts'

const inWords = (column: Sql, names: Record<number, string>): Sql =>
  Prisma.sql`(${JSON.stringify(names)}::json ->> ${column}::text)`

/** The documented row of a list (CustomFieldSummary), over the tables of the listing. */
const summaryRow = Prisma.sql`f.id AS "CustomFieldId", f.audit_id AS "AuditId",
  f.object_type_id::text AS "ObjectTypeId",
  ${inWords(Prisma.sql`f.object_type_id`, objectTypeNames)} AS "ObjectType", f.name AS "Name",
  f.description AS "Description", f.display_name AS "DisplayName", coalesce(g.name, sec.name) AS "GroupName",
  f.is_system AS "IsSystem", f.data_type_id::text AS "CustomFieldDataTypeId",
  ${inWords(Prisma.sql`f.data_type_id`, dataTypeNames)} AS "CustomFieldDataType", f.is_public AS "IsPublic",
  f.is_member_editable AS "IsMemberEditable", f.is_required AS "IsRequired", f.is_archived AS "IsArchived"`

/** A page of a list of fields as a JSON array, in one statement. */
export const pageOfFields = async (scope: Scope, listing: Listing, input: ListInput): Promise<string> =>
  (await readPage(scope, listing, parseListRequest(listing, input), summaryRow)).results

/** Every field of a list that the filter lets through: a tenant has no more than a page holds. */
export const allFields = (scope: Scope, listing: Listing, filter: string | undefined): Promise<string> =>
  pageOfFields(scope, listing, {
    take: { text: String(PAGE.max), pointer: 'query:filter' },
    filter: filter === undefined ? undefined : { text: filter, pointer: 'query:filter' },
  })

/** One field as a list shows it, as it stands in the transaction. */
export const fieldSummary = async (tx: SqlRunner, tenantId: number, id: number): Promise<string> => {
  const [row] = await tx.rows<{ text: string }>(Prisma.sql`
    SELECT row_to_json(x)::text AS text FROM (SELECT ${summaryRow} FROM ${customFieldListing.from}
      WHERE f.tenant_id = ${tenantId} AND f.id = ${id}) x`)
  if (!row) throw notFound('custom field')
  return row.text
}

const choicesInOrder = {
  orderBy: [{ displayOrder: 'asc' }, { id: 'asc' }],
} as const satisfies Prisma.CustomField$choicesArgs

/** A field with what hangs on it. */
export const fieldParts = {
  include: {
    choices: choicesInOrder,
    existingField: { include: { choices: choicesInOrder } },
    children: {
      include: { child: { select: { displayName: true } } },
      orderBy: [{ displayOrder: 'asc' }, { childId: 'asc' }],
    },
    listingTypes: true,
  },
} as const satisfies Prisma.CustomFieldDefaultArgs

export type FieldWithParts = Prisma.CustomFieldGetPayload<typeof fieldParts>

/** What one field is for editing, and whether any record has a value for it. */
export interface FieldForEditing {
  field: FieldWithParts
  hasValues: boolean
}

/** One field; 404 where there is none, or it was deleted, or it is not of the place named. */
export const getField = async (
  { db }: Scope,
  id: number,
  place: Pick<Prisma.CustomFieldWhereInput, 'directoryId' | 'contentListId' | 'objectTypeId'> = {},
): Promise<FieldForEditing> => {
  const { tenantId } = db
  const field = await db.prisma.customField.findFirst({
    where: { tenantId, id, deletedAt: null, ...place },
    ...fieldParts,
  })
  if (!field) throw notFound('custom field')
  return { field, hasValues: await fieldHasValues(db, tenantId, id) }
}
