import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { idIn, presented, written } from '#kernel/records/record-shape'
import { contentListEvents } from './content-lists/content-lists.events.ts'
import { readContentList } from './content-lists/content-lists.queries.ts'
import { customFieldEvents } from './custom-fields.events.ts'
import { presentField } from './custom-fields.presenter.ts'
import { getField } from './custom-fields.queries.ts'
import { customFields } from './custom-fields.routes.ts'
import { customFieldUses } from './custom-fields.uses.ts'
import { seedEditionFields } from './edition/edition.seeds.ts'
import { formEvents, formSectionEvents } from './forms/forms.events.ts'
import { readForm } from './forms/forms.queries.ts'
import { readSection } from './forms/sections/sections.queries.ts'
import { fieldGroupEvents } from './groups/groups.events.ts'
import { presentFieldGroup } from './groups/groups.presenter.ts'
import { getFieldGroup } from './groups/groups.queries.ts'

export const customFieldsArea: Area = {
  routes: [customFields],
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
