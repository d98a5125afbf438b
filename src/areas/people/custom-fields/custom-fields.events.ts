/** The events of custom fields. Payload: Name, ObjectTypeId. */
export const customFieldEvents = {
  created: 'customfield.created',
  updated: 'customfield.updated',
  deleted: 'customfield.deleted',
} as const

/** The events of content lists. Payload: Name. */
export const contentListEvents = {
  created: 'contentlist.created',
  updated: 'contentlist.updated',
  deleted: 'contentlist.deleted',
} as const

/** The events of forms. Payload: Name. */
export const formEvents = { created: 'form.created', updated: 'form.updated', deleted: 'form.deleted' } as const

/** The events of the sections of forms. Payload: Name, FormId. */
export const formSectionEvents = {
  created: 'formsection.created',
  updated: 'formsection.updated',
  deleted: 'formsection.deleted',
} as const

/** The events of custom field groups. Payload: Name. */
export const fieldGroupEvents = {
  created: 'customfieldgroup.created',
  updated: 'customfieldgroup.updated',
  deleted: 'customfieldgroup.deleted',
} as const
