import { parseCustomFields } from '#areas/people/custom-fields/values/values.service'
import type { ContactDesignationInput, PersonInput, PersonRoleInput } from '#contract/people/contacts'
import type { InputFaults } from '#kernel/errors/input-faults'
import type { CountryFacts } from './countries.ts'
import { withoutUndefined } from './defined.ts'
import type { ContactDraft, DesignationDraft, RoleDraft } from './drafts.ts'
import { readAddresses } from './read-addresses.ts'
import { readInfos } from './read-infos.ts'
import { readLine } from './text.ts'

/** Reads the body of savePerson. */
export const readPerson = (
  body: PersonInput,
  countries: ReadonlyMap<number, CountryFacts>,
  country: string | undefined,
  faults: InputFaults,
): ContactDraft => {
  const line = (
    field:
      | 'Prefix'
      | 'FirstName'
      | 'MiddleName'
      | 'LastName'
      | 'Suffix'
      | 'CommonName'
      | 'PrimaryTitle'
      | 'AccountNumber',
  ) => readLine(body[field], `/${field}`, faults)
  return {
    forceSave: body.forceSave ?? false,
    entered: withoutUndefined({
      prefix: line('Prefix'),
      first_name: line('FirstName'),
      middle_name: line('MiddleName'),
      last_name: line('LastName'),
      suffix: line('Suffix'),
      common_name: line('CommonName'),
      primary_title: line('PrimaryTitle'),
      gender_id: body.GenderId,
      account_number: line('AccountNumber'),
      hide_account_number: body.HideAccountNumber,
      primary_address_id: body.PrimaryAddressId,
      primary_email_id: body.PrimaryEmailAddressId,
      primary_phone_id: body.PrimaryPhoneId,
      primary_website_id: body.PrimaryWebAddressId,
      primary_contact_id: body.PrimaryContactId,
    }),
    infos: readInfos(body.ContactList ?? [], 'ContactList', country, faults),
    addresses: readAddresses(body.Addresses ?? [], countries, faults),
    roles: readRoles(body.OrganizationsAndRoles ?? [], faults),
    designations: readDesignations(body.ContactDesignations ?? [], faults),
    parents: [],
    customFields: parseCustomFields(body.CustomFields),
  }
}

const readRoles = (items: readonly PersonRoleInput[], faults: InputFaults): RoleDraft[] =>
  items.flatMap((item, index) => {
    if (item.IsEmpty) return []
    const pointer = `/OrganizationsAndRoles/${index}`
    const draft: RoleDraft = {
      pointer,
      id: item.ContactRoleId ?? 0,
      isDeleted: item.isDeleted ?? false,
      auditId: item.ContactRoleAuditId ?? 0,
      organizationId: item.OrganizationContactId,
      roleTypeId: item.RoleId,
      title: readLine(item.Title, `${pointer}/Title`, faults),
      startDate: dayOf(item.RoleStartDate),
      endDate: dayOf(item.RoleEndDate),
      displayOnWeb: item.DisplayOnWeb,
      isPrimaryContact: item.IsContact,
    }
    const isNameless = draft.organizationId === null || (draft.id === 0 && draft.organizationId === undefined)
    if (isNameless && !draft.isDeleted) {
      faults.malformed(`${pointer}/OrganizationContactId`, 'must name the organization')
    }
    return [draft]
  })

/** Only the day counts; the contract has checked that it exists. */
const dayOf = (value: string | null | undefined): string | null | undefined => (value ? value.slice(0, 10) : value)

const readDesignations = (items: readonly ContactDesignationInput[], faults: InputFaults): DesignationDraft[] =>
  items.map((item, index) => {
    const pointer = `/ContactDesignations/${index}`
    const draft: DesignationDraft = {
      pointer,
      id: item.ContactDesignationId ?? 0,
      isDeleted: item.isDeleted ?? false,
      code: readLine(item.Code, `${pointer}/Code`, faults),
      name: readLine(item.Name, `${pointer}/Name`, faults),
      displayOrder: item.DisplayOrder,
    }
    const isBlank = draft.code === null || (draft.id === 0 && !draft.code)
    if (isBlank && !draft.isDeleted) faults.malformed(`${pointer}/Code`, 'must hold the letters')
    return draft
  })
