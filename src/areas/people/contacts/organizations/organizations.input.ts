import { parseCustomFields } from '#areas/people/custom-fields/values/values.service'
import type { OrganizationSaveInput } from '#contract/people/contacts-saving'
import type { InputFaults } from '#kernel/errors/input-faults'
import { omitUndefined, type ParseContext, parseAddresses, parseEntered, parseInfos } from '../contacts.input.ts'
import type { ContactDraft } from '../records/records.model.ts'

/** Parses the body of saveOrganization. */
export const parseOrganization = (body: OrganizationSaveInput, context: ParseContext): ContactDraft => ({
  forceSave: body.forceSave ?? false,
  entered: { ...parseEntered(body, 2, context.faults), ...parseStatus(body) },
  infos: parseInfos(body.ContactInfos ?? [], 'ContactInfos', context),
  addresses: parseAddresses(body.Addresses ?? [], context),
  roles: [],
  designations: [],
  parents: parseParents(body, context.faults),
  customFields: parseCustomFields(body.CustomFields),
})

// A status that is sent is set by hand; null lets the memberships determine it again.
const parseStatus = ({ MembershipStatusTypeId: status }: OrganizationSaveInput): ContactDraft['entered'] => {
  return status === undefined ? {} : { manual_status_id: status }
}

const parseParents = (body: OrganizationSaveInput, faults: InputFaults): ContactDraft['parents'] =>
  (body.ParentOrganizations ?? []).map((item, index) => {
    const pointer = `/ParentOrganizations/${index}`
    const id = item.ContactRelationshipId ?? 0
    const isDeleted = item.isDeleted ?? false
    if (id === 0 && !isDeleted && item.ContactId === undefined) {
      faults.malformed(`${pointer}/ContactId`, 'must be the id of the parent organization')
    }
    const row = omitUndefined({ other_contact_id: item.ContactId })
    return { pointer, id, isDeleted, auditId: item.AuditId ?? 0, row }
  })
