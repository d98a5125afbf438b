import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { CustomFieldGroup } from '#prisma/client'
import { fieldGroupEvents } from '../custom-fields.events.ts'

export const fieldGroupKind: RecordKind<CustomFieldGroup> = {
  entity: 'customfieldgroup',
  noun: 'custom field group',
  table: 'custom_field_group',
  columns: { name: 'CustomFieldGroupName' },
  events: fieldGroupEvents,
  find: (tx, key) => tx.customFieldGroup.findFirst({ where: key }),
}

/** Returns a group; 404 if it does not exist. */
export const getFieldGroup = (scope: Scope, id: number): Promise<CustomFieldGroup> =>
  getRecord(scope, fieldGroupKind, id)

/** Lists all groups in their display order. */
export const listFieldGroups = ({ db }: Scope): Promise<CustomFieldGroup[]> =>
  db.prisma.customFieldGroup.findMany({
    where: { tenantId: db.tenantId },
    orderBy: [{ displayOrder: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
  })
