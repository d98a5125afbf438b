import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { idIn, presented, written } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import { readContentList } from './content-lists/content-lists.queries.ts'
import {
  contentListEvents,
  customFieldEvents,
  fieldGroupEvents,
  formEvents,
  formSectionEvents,
} from './custom-fields.events.ts'
import { presentField, presentFieldGroup } from './custom-fields.presenter.ts'
import { getField } from './custom-fields.queries.ts'
import { customFields } from './custom-fields.routes.ts'
import { seedEditionFields } from './edition/edition.seeds.ts'
import { readForm, readSection } from './forms/forms.queries.ts'
import { getFieldGroup } from './groups/groups.queries.ts'

const fieldUse = (of: string, column: string, remedy: string): RecordUse => ({
  of,
  user: 'custom field',
  users: 'custom fields',
  scope: 'custom-fields:read',
  remedy,
  rows: (tenantId) => Prisma.sql`SELECT f.${Prisma.raw(column)} AS used_id, f.id, f.display_name AS name
    FROM custom_field f WHERE f.tenant_id = ${tenantId}::integer AND f.deleted_at IS NULL`,
})

const customFieldUses: readonly RecordUse[] = [
  fieldUse('membershiptype', 'membership_type_id', 'Delete the field or change its type first.'),
  fieldUse('membershiplevel', 'membership_level_id', 'Delete the field or change its level first.'),
  fieldUse('projecttype', 'project_type_id', 'Delete the field or change its project type first.'),
  fieldUse('form', 'form_id', 'Delete the field or change its form first.'),
  fieldUse('contentlist', 'content_list_id', 'Delete the field or change its content list first.'),
  {
    ...fieldUse('file', 'id', 'Clear the value of the field first.'),
    rows: (tenantId) => Prisma.sql`SELECT v.file_id AS used_id, f.id, f.display_name AS name
      FROM custom_field_value v JOIN custom_field f ON f.tenant_id = v.tenant_id AND f.id = v.field_id
      WHERE v.tenant_id = ${tenantId}::integer AND v.file_id IS NOT NULL`,
  },
  {
    ...fieldUse('customfield', 'existing_field_id', 'Remove it from the form or directory first.'),
    user: 'field of a form or directory',
    users: 'fields of forms or directories',
  },
]

export const customFieldsArea: Area = {
  routes: [customFields],
  chapterScopes: ['custom-fields:read'],
  events: [
    ...changes('custom-fields', 'Custom field', customFieldEvents),
    ...changes('custom-fields', 'Custom field group', fieldGroupEvents),
    ...changes('custom-fields', 'Form', formEvents),
    ...changes('custom-fields', 'Section of a form', formSectionEvents),
    ...changes('custom-fields', 'Content list', contentListEvents),
  ],
  shapes: {
    form: written('custom-fields:read', (scope, id) => readForm(scope, id)),
    formsection: {
      scope: 'custom-fields:read',
      read: async (scope, id, event) => (await readSection(scope, idIn(event, 'FormId'), id)).text,
    },
    contentlist: written('custom-fields:read', (scope, id) => readContentList(scope, id)),
    customfield: presented('custom-fields:read', async (scope, id) => presentField(await getField(scope, id))),
    customfieldgroup: presented('custom-fields:read', async (scope, id) =>
      presentFieldGroup(await getFieldGroup(scope, id)),
    ),
  },
  uses: customFieldUses,
  seeds: [seedEditionFields],
}
