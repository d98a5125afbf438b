import { parseCustomFields } from '#areas/people/custom-fields/values/values.service'
import type { ContactDesignationInput, PersonInput, PersonRoleInput } from '#contract/people/contacts'
import type { InputFaults } from '#kernel/errors/input-faults'
import {
  omitUndefined,
  type ParseContext,
  parseAddresses,
  parseEntered,
  parseInfos,
  parseLine,
} from '../contacts.input.ts'
import type { ContactDraft, RoleDraft } from '../records/records.model.ts'

/** Parses the body of savePerson. */
export const parsePerson = (body: PersonInput, context: ParseContext): ContactDraft => ({
  forceSave: body.forceSave ?? false,
  entered: parseEntered(body, 1, context.faults),
  infos: parseInfos(body.ContactList ?? [], 'ContactList', context),
  addresses: parseAddresses(body.Addresses ?? [], context),
  roles: parseRoles(body.OrganizationsAndRoles ?? [], context.faults),
  designations: parseDesignations(body.ContactDesignations ?? [], context.faults),
  parents: [],
  customFields: parseCustomFields(body.CustomFields),
})

const parseRoles = (items: readonly PersonRoleInput[], faults: InputFaults): RoleDraft[] =>
  items.flatMap((item, index) => {
    if (item.IsEmpty) return []
    const pointer = `/OrganizationsAndRoles/${index}`
    const draft: RoleDraft = {
      pointer,
      id: item.ContactRoleId ?? 0,
      isDeleted: item.isDeleted ?? false,
      auditId: item.ContactRoleAuditId ?? 0,
      row: omitUndefined({
        organization_id: item.OrganizationContactId ?? undefined,
        role_type_id: item.RoleId,
        title: parseLine(item.Title, `${pointer}/Title`, faults),
        start_date: dayOf(item.RoleStartDate),
        end_date: dayOf(item.RoleEndDate),
        display_on_web: item.DisplayOnWeb,
      }),
      isPrimaryContact: item.IsContact,
    }
    const organizationId = item.OrganizationContactId
    const isMissing = organizationId === null || (draft.id === 0 && organizationId === undefined)
    if (isMissing && !draft.isDeleted) {
      faults.malformed(`${pointer}/OrganizationContactId`, 'must be the id of the organization')
    }
    return [draft]
  })

/** Returns the day of a date or date-time that the contract has checked; the time of day does not count. */
const dayOf = (value: string | null | undefined): string | null | undefined => (value ? value.slice(0, 10) : value)

const parseDesignations = (
  items: readonly ContactDesignationInput[],
  faults: InputFaults,
): ContactDraft['designations'] =>
  items.map((item, index) => {
    const pointer = `/ContactDesignations/${index}`
    const id = item.ContactDesignationId ?? 0
    const isDeleted = item.isDeleted ?? false
    const code = parseLine(item.Code, `${pointer}/Code`, faults)
    const isBlank = code === null || (id === 0 && !code)
    if (isBlank && !isDeleted) faults.malformed(`${pointer}/Code`, 'must not be blank')
    const name = parseLine(item.Name, `${pointer}/Name`, faults)
    const row = omitUndefined({ code: code ?? undefined, name, display_order: item.DisplayOrder })
    return { pointer, id, isDeleted, auditId: 0, row }
  })
