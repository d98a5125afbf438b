import { changes, type EventKind, kinds } from '#kernel/outbox/event-kind'
import { communicationEvents } from './communications/communications.events.ts'
import { contactEvents } from './contacts.events.ts'
import {
  categoryItemEvents,
  categoryListEvents,
  certificationEvents,
  roleTypeEvents,
  tagEvents,
} from './labels.events.ts'

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
