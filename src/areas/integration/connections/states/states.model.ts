import { createHash } from 'node:crypto'
import type {
  AddressState,
  InfoState,
  Names,
  SharedRole,
} from '#areas/people/contacts/synchronized/synchronized.queries'
import type { SharedValue } from '#areas/people/custom-fields/shared-values/shared-values.queries'
import type { SynchronizedMembership } from '#areas/people/memberships/synchronized/synchronized-memberships.service'
import type { Mapping } from '../mappings/mappings.model.ts'

/**
 * What a source sends of a contact: the whole state of the parts that are synchronized, so that repeated and later
 * messages lead to the same result. A part that is null is not synchronized.
 */
export interface ContactState {
  contactId: number
  systemTypeId: 1 | 2
  /** Whether it is synchronized now; if not, this is the last state. */
  isActive: boolean
  /** Whether the target can edit it, as the affiliate tenant of its chapter. */
  isEditable: boolean
  names: Names | null
  infos: InfoState[] | null
  addresses: AddressState[] | null
  values: SharedValue[] | null
  memberships: SynchronizedMembership[] | null
  /** Its roles at organizations that the connection synchronizes, too, with their ids at the source. */
  roles: SharedRole[]
}

/** A state in a message, with its position among the states of the contact. */
export interface VersionedState extends ContactState {
  version: number
}

/**
 * Identifies a state and its mapping, so that the same one is not sent twice in a row. After a change of the mapping the
 * same state has another result in the target. A state without roles has the hash that it had before roles crossed.
 */
export const hashOfState = ({ roles, ...state }: ContactState, mapping: Mapping): string =>
  createHash('sha256')
    .update(JSON.stringify([{ ...state, ...(roles.length > 0 && { roles }) }, mapping]))
    .digest('hex')
