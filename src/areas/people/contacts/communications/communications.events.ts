/** The events of communications with contacts. Payload: contactId, Subject; of a mail of the product also mailMessageId. */
export const communicationEvents = {
  created: 'communication.created',
  updated: 'communication.updated',
  deleted: 'communication.deleted',
} as const
