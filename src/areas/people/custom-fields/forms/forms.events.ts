/** The events of forms. Payload: Name. */
export const formEvents = { created: 'form.created', updated: 'form.updated', deleted: 'form.deleted' } as const

/** The events of the sections of forms. Payload: Name, FormId. */
export const formSectionEvents = {
  created: 'formsection.created',
  updated: 'formsection.updated',
  deleted: 'formsection.deleted',
} as const
