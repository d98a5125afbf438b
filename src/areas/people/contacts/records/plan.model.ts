import type { InputFaults } from '#kernel/errors/input-faults'
import { DOCUMENTED, type EnteredColumns, mapLists, PRIMARY_IDS, type RecordList, type RowOf } from './columns.model.ts'
import {
  type IdSource,
  type InfosPlan,
  type KnownReferences,
  type ListPlan,
  planAddresses,
  planDesignations,
  planInfos,
  planParents,
  planRoles,
} from './plan-lists.model.ts'
import type { ContactDraft, ContactLists, ContactRecords } from './records.model.ts'

export type ListPlans = { [L in RecordList]: ListPlan<RowOf<L>> }

export interface ContactPlan {
  before: ContactRecords
  after: ContactRecords
  lists: ListPlans
  /** Organizations whose primary contact becomes this individual (its id), or is no longer this individual (null). */
  primaryContactOf: { organizationId: number; contactId: number | null }[]
}

/** Plans what a draft changes of a contact's records. Adds what is wrong with the draft to `faults`. */
export const planContact = (
  before: ContactRecords,
  draft: ContactDraft,
  references: KnownReferences,
  ids: IdSource,
  faults: InputFaults,
): ContactPlan => {
  const context = { records: before, references, ids, faults }
  const { flagged, ...infos } = planInfos(context, draft.infos)
  const lists: ListPlans = {
    ...infos,
    ...planAddresses(context, draft.addresses),
    roles: planRoles(context, draft.roles),
    designations: planDesignations(context, draft.designations),
    parents: planParents(context, draft.parents),
  }
  const entered = planEntered(before, draft, lists, flagged, references, faults)
  const after = { ...before, entered, ...afterOf(lists) }
  return { before, after, lists, primaryContactOf: planPrimaryContacts(before.id, draft, lists.roles, references) }
}

const afterOf = (lists: ListPlans): ContactLists => mapLists<ContactLists>((list) => lists[list].after)

/** The primary records of a contact, with the list that each is chosen from and the kind that items can flag. */
const PRIMARIES = [
  { column: 'primary_email_id', list: 'emails', kind: 'email' },
  { column: 'primary_phone_id', list: 'phones', kind: 'phone' },
  { column: 'primary_website_id', list: 'websites', kind: 'website' },
  { column: 'primary_address_id', list: 'addresses', kind: null },
] as const

const planEntered = (
  { id, entered }: ContactRecords,
  draft: ContactDraft,
  lists: ListPlans,
  flagged: InfosPlan['flagged'],
  references: KnownReferences,
  faults: InputFaults,
): EnteredColumns => {
  const planned = { ...entered, ...draft.entered }
  requireNamed(planned, faults)
  const contactId = draft.entered.primary_contact_id
  if (contactId && contactId !== entered.primary_contact_id) {
    const isPerson = references.contact(contactId)?.systemTypeId === 1
    if (!isPerson || contactId === id) faults.unknownReference('/PrimaryContactId', 'must reference another individual')
  }
  for (const { column, list, kind } of PRIMARIES) {
    const sent = draft.entered[column]
    const chosen = sent && sent !== entered[column] ? sent : null
    if (chosen && !lists[list].after.some((row) => row.id === chosen)) {
      faults.unknownReference(`/${PRIMARY_IDS[column].field}`, 'must be an id in the list of this contact')
    }
    planned[column] = chosen ?? (kind && flagged[kind]) ?? entered[column]
  }
  return planned
}

const requireNamed = (entered: EnteredColumns, faults: InputFaults): void => {
  if (entered.system_type_id === 2) {
    if (!entered.organization_name) faults.malformed(`/${DOCUMENTED.organization_name.field}`, 'must not be blank')
  } else if (!entered.first_name && !entered.last_name && !entered.common_name) {
    faults.malformed('/LastName', 'must not be blank, unless FirstName or CommonName is given')
  }
}

const planPrimaryContacts = (
  contactId: number,
  draft: ContactDraft,
  roles: ListPlan<RowOf<'roles'>>,
  references: KnownReferences,
): ContactPlan['primaryContactOf'] =>
  draft.roles.flatMap((role) => {
    const organizationId =
      role.row.organization_id ?? roles.after.find(({ id }) => id === role.id)?.organization_id ?? 0
    const current = references.contact(organizationId)?.primaryContactId
    if (role.isPrimaryContact === undefined || current === undefined) return []
    const isCurrent = current === contactId
    const isPlanned = role.isPrimaryContact && !role.isDeleted
    if (isCurrent === isPlanned) return []
    return [{ organizationId, contactId: isPlanned ? contactId : null }]
  })

/** Returns whether the plan creates its contact. */
export const isNew = ({ before }: ContactPlan): boolean => before.auditId === 0

/** Returns the other contacts whose counts or displayed names depend on what a plan changes. */
export const neighborsOf = ({ before, after, lists, primaryContactOf }: ContactPlan): number[] => {
  const changed = (list: 'roles' | 'parents') =>
    new Set([...lists[list].put.map(({ id }) => id), ...lists[list].removed])
  const roles = changed('roles')
  const parents = changed('parents')
  return [
    ...[...before.roles, ...after.roles].filter(({ id }) => roles.has(id)).map((role) => role.organization_id),
    ...[...before.parents, ...after.parents].filter(({ id }) => parents.has(id)).map((row) => row.other_contact_id),
    ...primaryContactOf.map(({ organizationId }) => organizationId),
  ]
}

/** Returns the postal addresses that a plan changes, and those that the contact no longer uses. */
export const findChangedAddresses = ({ before, lists }: ContactPlan): { changed: number[]; released: number[] } => {
  const removed = new Set(lists.addresses.removed)
  return {
    changed: lists.places.put.filter(({ audit_id }) => audit_id > 1).map(({ id }) => id),
    released: before.addresses.filter(({ id }) => removed.has(id)).map(({ address_id }) => address_id),
  }
}
