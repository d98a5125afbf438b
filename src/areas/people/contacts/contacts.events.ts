import { changes, type EventKind, kinds } from '#kernel/outbox/event-kind'

/** The events of contacts; also the action types that webhooks and workflows subscribe to. */
export const contactEvents = {
  created: 'contact.created',
  updated: 'contact.updated',
  deleted: 'contact.deleted',
  restored: 'contact.restored',
  /** Of the winner. The loser emits contact.deleted with mergedIntoId. */
  merged: 'contact.merged',
} as const

/** The events of tags, categories, certifications and role types, the lists of a tenant that label contacts. Payload: Name. */
export const tagEvents = { created: 'tag.created', updated: 'tag.updated', deleted: 'tag.deleted' } as const

export const categoryListEvents = {
  created: 'categorylist.created',
  updated: 'categorylist.updated',
  deleted: 'categorylist.deleted',
} as const

/** Payload also: CategoryListId. */
export const categoryItemEvents = {
  created: 'categoryitem.created',
  updated: 'categoryitem.updated',
  deleted: 'categoryitem.deleted',
} as const

export const certificationEvents = {
  created: 'certification.created',
  updated: 'certification.updated',
  deleted: 'certification.deleted',
} as const

export const roleTypeEvents = {
  created: 'contactroletype.created',
  updated: 'contactroletype.updated',
  deleted: 'contactroletype.deleted',
} as const

/** The events of communications with contacts. Payload: contactId, Subject; of a mail of the product also mailMessageId. */
export const communicationEvents = {
  created: 'communication.created',
  updated: 'communication.updated',
  deleted: 'communication.deleted',
} as const

/** The kinds of events of contacts, of their communications, and of the lists that label them. */
export const contactKinds: readonly EventKind[] = [
  ...kinds('contacts', {
    [contactEvents.created]: 'Contact created',
    [contactEvents.updated]: 'Contact updated',
    [contactEvents.deleted]: 'Contact deleted',
    [contactEvents.restored]: 'Contact restored',
    [contactEvents.merged]: 'Contact merged with another',
  }),
  ...changes('contacts', 'Communication with a contact', communicationEvents),
  ...changes('contacts', 'Tag', tagEvents),
  ...changes('contacts', 'Category list', categoryListEvents),
  ...changes('contacts', 'Category', categoryItemEvents),
  ...changes('contacts', 'Certification', certificationEvents),
  ...changes('contacts', 'Role type', roleTypeEvents),
]
