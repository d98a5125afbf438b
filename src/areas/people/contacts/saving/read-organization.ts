import { parseCustomFields } from '#areas/people/custom-fields/values/values.service'
import type { OrganizationSaveInput } from '#contract/people/contacts-saving'
import type { InputFaults } from '#kernel/errors/input-faults'
import type { CountryFacts } from './countries.ts'
import { withoutUndefined } from './defined.ts'
import type { ContactDraft, ParentDraft } from './drafts.ts'
import { readAddresses } from './read-addresses.ts'
import { readInfos } from './read-infos.ts'
import { readLine } from './text.ts'

/** Reads the body of saveOrganization. */
export const readOrganization = (
  body: OrganizationSaveInput,
  countries: ReadonlyMap<number, CountryFacts>,
  country: string | undefined,
  faults: InputFaults,
): ContactDraft => {
  const status = body.MembershipStatusTypeId
  return {
    forceSave: body.forceSave ?? false,
    entered: withoutUndefined({
      organization_name: readLine(body.OrganizationName, '/OrganizationName', faults),
      common_name: readLine(body.CommonName, '/CommonName', faults),
      account_number: readLine(body.AccountNumber, '/AccountNumber', faults),
      hide_account_number: body.HideAccountNumber,
      status_id: status ?? undefined,
      status_is_manual: status === undefined ? undefined : status !== null,
      primary_address_id: body.PrimaryAddressId,
      primary_email_id: body.PrimaryEmailAddressId,
      primary_phone_id: body.PrimaryPhoneId,
      primary_website_id: body.PrimaryWebAddressId,
      primary_contact_id: body.PrimaryContactId,
    }),
    infos: readInfos(body.ContactInfos ?? [], 'ContactInfos', country, faults),
    addresses: readAddresses(body.Addresses ?? [], countries, faults),
    roles: [],
    designations: [],
    parents: readParents(body, faults),
    customFields: parseCustomFields(body.CustomFields),
  }
}

const readParents = (body: OrganizationSaveInput, faults: InputFaults): ParentDraft[] =>
  (body.ParentOrganizations ?? []).map((item, index) => {
    const pointer = `/ParentOrganizations/${index}`
    const draft: ParentDraft = {
      pointer,
      id: item.ContactRelationshipId ?? 0,
      isDeleted: item.isDeleted ?? false,
      auditId: item.AuditId ?? 0,
      organizationId: item.ContactId,
    }
    if (draft.id === 0 && !draft.isDeleted && draft.organizationId === undefined) {
      faults.malformed(`${pointer}/ContactId`, 'must name the parent organization')
    }
    return draft
  })
