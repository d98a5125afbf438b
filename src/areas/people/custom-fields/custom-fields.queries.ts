import { notFound } from '#kernel/errors/problem'
import type { List } from '#kernel/listing/list-response'
import { readRows } from '#kernel/listing/list-rows'
import { PAGE } from '#kernel/listing/request'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma } from '#prisma/client'
import { customFieldEvents } from './custom-fields.events.ts'
import { fieldHasValues } from './values/values.queries.ts'

const choicesInOrder = {
  orderBy: [{ displayOrder: 'asc' }, { id: 'asc' }],
} as const satisfies Prisma.CustomField$choicesArgs

const fieldParts = {
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

/** A field with its choices, its children, its listing types and the field that it shows. */
export type FieldWithParts = Prisma.CustomFieldGetPayload<typeof fieldParts>

export const customFieldKind: RecordKind<FieldWithParts> = {
  entity: 'customfield',
  noun: 'custom field',
  table: 'custom_field',
  isSoftDeleted: true,
  events: customFieldEvents,
  find: (tx, key) => tx.customField.findFirst({ where: { ...key, deletedAt: null }, ...fieldParts }),
}

/** A field for editing, and whether any record has a value for it. */
export interface FieldForEditing {
  field: FieldWithParts
  hasValues: boolean
}

/** Returns a field; 404 if it does not exist or has another location. */
export const getField = async (
  { db }: Scope,
  id: number,
  location: Pick<Prisma.CustomFieldWhereInput, 'directoryId' | 'contentListId' | 'objectTypeId'> = {},
): Promise<FieldForEditing> => {
  const { tenantId } = db
  const field = await db.prisma.customField.findFirst({
    where: { tenantId, id, deletedAt: null, ...location },
    ...fieldParts,
  })
  if (!field) throw notFound('custom field')
  return { field, hasValues: await fieldHasValues(db, tenantId, id) }
}

/** Lists the fields that match a filter as a JSON array. A page is large enough for all fields of a tenant. */
export const listFields = (scope: Scope, list: List, { filter, orderby }: FieldQuery): Promise<string> =>
  readRows(scope, list, {
    take: { text: String(PAGE.max), pointer: 'query:filter' },
    filter: filter === undefined ? undefined : { text: filter, pointer: 'query:filter' },
    orderBy: orderby === undefined ? undefined : { text: orderby, pointer: 'query:orderby' },
  })

interface FieldQuery {
  filter?: string
  orderby?: string
}
