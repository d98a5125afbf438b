import type { RecordCustomFieldInput } from '../../../../contract/people/contacts.ts'
import type { ValueInput } from '../../custom-fields/values/values.service.ts'

/** Values of custom fields as a body gives them. */
export const readCustomFields = (items: readonly RecordCustomFieldInput[] | undefined): ValueInput[] =>
  (items ?? []).map((item, index) => ({
    pointer: `/CustomFields/${index}`,
    fieldId: item.CustomFieldId || undefined,
    name: item.Name?.trim() || undefined,
    text: item.Value,
  }))
