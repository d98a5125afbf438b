import type { InputFaults } from '#kernel/errors/input-faults'
import type { ContactDraft } from './drafts.model.ts'
import type { NewIds } from './new-ids.queries.ts'
import { type AddressesPlan, planAddresses } from '../saving/plan-addresses.ts'
import { type InfosPlan, planInfos } from '../saving/plan-infos.ts'
import type { ListPlan } from '../saving/plan-list.ts'
import { planDesignations, planParents, planRoles } from './plan-lists.model.ts'
import type { ContactRecords, EnteredColumns } from './records.model.ts'
import type { References } from './references.queries.ts'

/** The lists of ContactRecords that a save writes. */
export type RecordList =
  | 'emails'
  | 'phones'
  | 'websites'
  | 'places'
  | 'addresses'
  | 'roles'
  | 'designations'
  | 'parents'

export type ListPlans = { [L in RecordList]: ListPlan<ContactRecords[L][number]> }

export interface ContactPlan {
  before: ContactRecords
  after: ContactRecords
  lists: ListPlans
  /** Organizations whose primary contact this person becomes (its id) or ceases to be (null). */
  primaryContactOf: { organizationId: number; contactId: number | null }[]
}

/** What a draft makes of a contact's records. Faults that need the database to be found are added to `faults`. */
export const planContact = (
  before: ContactRecords,
  draft: ContactDraft,
  references: References,
  ids: NewIds,
  faults: InputFaults,
): ContactPlan => {
  const infos = planInfos(before, draft.infos, ids, faults)
  const { addresses, places } = planAddresses(before, draft.addresses, references.places, ids, faults)
  const lists: ListPlans = {
    emails: infos.emails,
    phones: infos.phones,
    websites: infos.websites,
    addresses,
    places,
    roles: planRoles(before, draft.roles, references, ids, faults),
    designations: planDesignations(before, draft.designations, ids, faults),
    parents: planParents(before, draft.parents, references, ids, faults),
  }
  const entered = planEntered(before, draft, { ...infos, addresses }, references, faults)
  const after = { ...before, entered, ...afterOf(lists) }
  return { before, after, lists, primaryContactOf: planPrimaryContacts(before.id, draft, lists.roles, references) }
}

const afterOf = (lists: ListPlans) => ({
  emails: lists.emails.after,
  phones: lists.phones.after,
  websites: lists.websites.after,
  addresses: lists.addresses.after,
  places: lists.places.after,
  roles: lists.roles.after,
  designations: lists.designations.after,
  parents: lists.parents.after,
})

const planEntered = (
  { id, entered }: ContactRecords,
  draft: ContactDraft,
  lists: InfosPlan & Pick<AddressesPlan, 'addresses'>,
  references: References,
  faults: InputFaults,
): EnteredColumns => {
  const wanted = { ...entered, ...draft.entered }
  assertNamed(wanted, faults)
  const contactId = draft.entered.primary_contact_id
  if (contactId && contactId !== entered.primary_contact_id) {
    const isPerson = references.contact(contactId)?.system_type_id === 1
    if (!isPerson || contactId === id) faults.unknownReference('/PrimaryContactId', 'is no other individual')
  }
  const primary = (column: PrimaryColumn, rows: readonly { id: number }[], flagged: number | undefined) => {
    const asked = draft.entered[column]
    if (asked && !rows.some((row) => row.id === asked) && asked !== entered[column]) {
      faults.unknownReference(`/${POINTERS[column]}`, 'is none of this contact')
    }
    if (asked && asked !== entered[column]) return asked
    return flagged ?? entered[column]
  }
  return {
    ...wanted,
    primary_email_id: primary('primary_email_id', lists.emails.after, lists.flagged.email),
    primary_phone_id: primary('primary_phone_id', lists.phones.after, lists.flagged.phone),
    primary_website_id: primary('primary_website_id', lists.websites.after, lists.flagged.website),
    primary_address_id: primary('primary_address_id', lists.addresses.after, undefined),
  }
}

const POINTERS = {
  primary_email_id: 'PrimaryEmailAddressId',
  primary_phone_id: 'PrimaryPhoneId',
  primary_website_id: 'PrimaryWebAddressId',
  primary_address_id: 'PrimaryAddressId',
} as const
type PrimaryColumn = keyof typeof POINTERS

const assertNamed = (entered: EnteredColumns, faults: InputFaults): void => {
  if (entered.system_type_id === 2) {
    if (!entered.organization_name) faults.malformed('/OrganizationName', 'must hold a name')
  } else if (!entered.first_name && !entered.last_name && !entered.common_name) {
    faults.malformed('/LastName', 'or FirstName or CommonName must hold a name')
  }
}

const planPrimaryContacts = (
  contactId: number,
  draft: ContactDraft,
  roles: ListPlan<ContactRecords['roles'][number]>,
  references: References,
): ContactPlan['primaryContactOf'] =>
  draft.roles.flatMap((role) => {
    const organizationId = role.organizationId ?? roles.after.find(({ id }) => id === role.id)?.organization_id ?? 0
    const current = references.contact(organizationId)?.primary_contact_id
    if (role.isPrimaryContact === undefined || current === undefined) return []
    const isCurrent = current === contactId
    const isWanted = role.isPrimaryContact && !role.isDeleted
    if (isCurrent === isWanted) return []
    return [{ organizationId, contactId: isWanted ? contactId : null }]
  })
