import { slotFinders } from './slots.ts'

/** The part of a schema that names the ids of contacts. */
interface NamedSchema {
  'x-contact-id'?: boolean
}

/**
 * Returns whether a parameter or field is the id of a contact, or a list of such ids: `ContactId`, `contactid`,
 * `OwnerContactIds`. The annotation `x-contact-id` of the contract has precedence over the name.
 */
export const isContactId = (name: string, schema: object): boolean =>
  (schema as NamedSchema)['x-contact-id'] ?? /contactids?$/i.test(name)

/** Finds the ids of contacts in requests: numbers or their digits, or something else if the field is empty. */
const contactIds = slotFinders(isContactId)

/** Returns how to find the ids of contacts in requests of an operation; undefined if it takes none. */
export const contactIdsOf = contactIds.ofOperation

export type { RequestSlots as RequestContactIds, Slot as ContactIdSlot } from './slots.ts'
