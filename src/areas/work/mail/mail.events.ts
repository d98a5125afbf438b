/** The events of mail templates. Payload: key, name. */
export const templateEvents = {
  created: 'mail-template.created',
  updated: 'mail-template.updated',
  deleted: 'mail-template.deleted',
} as const
