import { changes, type EventKind } from '#kernel/outbox/event-kind'
import {
  categoryItemEvents,
  categoryListEvents,
  certificationEvents,
  roleTypeEvents,
  tagEvents,
} from './labels.events.ts'

/** The kinds of events of the lists that label contacts. */
export const labelKinds: readonly EventKind[] = [
  ...changes('contacts', 'Tag', tagEvents),
  ...changes('contacts', 'Category list', categoryListEvents),
  ...changes('contacts', 'Category', categoryItemEvents),
  ...changes('contacts', 'Certification', certificationEvents),
  ...changes('contacts', 'Role type', roleTypeEvents),
]
