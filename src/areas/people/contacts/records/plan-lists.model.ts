import type { InputFaults } from '#kernel/errors/input-faults'
import type { DesignationDraft, ParentDraft, RoleDraft } from './drafts.model.ts'
import type { NewIds } from './new-ids.queries.ts'
import { assertNestedVersion, type ListPlan, planList } from '../saving/plan-list.ts'
import type { ContactRecords, DesignationRow, RelationshipRow, RoleRow } from './records.model.ts'
import type { References } from './references.queries.ts'

const given = <T>(value: T | undefined, before: T | undefined, otherwise: T): T =>
  value === undefined ? (before ?? otherwise) : value

/** Applies the items of OrganizationsAndRoles. */
export const planRoles = (
  records: ContactRecords,
  drafts: readonly RoleDraft[],
  references: References,
  ids: NewIds,
  faults: InputFaults,
): ListPlan<RoleRow> =>
  planList<RoleRow, RoleDraft>(records.roles, drafts, faults, {
    what: 'role',
    idField: 'ContactRoleId',
    row: (draft, before) => {
      assertNestedVersion(before?.audit_id, draft.auditId, `${draft.pointer}/ContactRoleAuditId`)
      const organizationId = draft.organizationId ?? before?.organization_id ?? 0
      if (organizationId !== before?.organization_id && !references.isOrganization(organizationId)) {
        faults.unknownReference(`${draft.pointer}/OrganizationContactId`, 'is no organization')
      }
      const roleTypeId = given(draft.roleTypeId, before?.role_type_id, null)
      if (roleTypeId !== null && roleTypeId !== before?.role_type_id && !references.hasRoleType(roleTypeId)) {
        faults.unknownReference(`${draft.pointer}/RoleId`, 'is no kind of role')
      }
      const start = given(draft.startDate, before?.start_date, null)
      const end = given(draft.endDate, before?.end_date, null)
      if (start && end && end < start) faults.malformed(`${draft.pointer}/RoleEndDate`, 'lies before RoleStartDate')
      return {
        id: before?.id ?? ids.next('contact_role'),
        audit_id: before?.audit_id ?? 1,
        contact_id: records.id,
        organization_id: organizationId,
        role_type_id: roleTypeId,
        title: given(draft.title, before?.title, null),
        start_date: start,
        end_date: end,
        display_on_web: draft.displayOnWeb ?? before?.display_on_web ?? true,
      }
    },
  })

/** Applies the items of ContactDesignations; a new one goes to the end unless the request says where. */
export const planDesignations = (
  records: ContactRecords,
  drafts: readonly DesignationDraft[],
  ids: NewIds,
  faults: InputFaults,
): ListPlan<DesignationRow> => {
  let last = Math.max(-1, ...records.designations.map(({ display_order }) => display_order))
  return planList<DesignationRow, DesignationDraft>(records.designations, drafts, faults, {
    what: 'designation',
    idField: 'ContactDesignationId',
    row: (draft, before) => ({
      id: before?.id ?? ids.next('contact_designation'),
      contact_id: records.id,
      code: draft.code ?? before?.code ?? '',
      name: given(draft.name, before?.name, null),
      display_order: draft.displayOrder ?? before?.display_order ?? ++last,
    }),
  })
}

/** Applies the items of ParentOrganizations. That no organization stands above itself is asked of the database. */
export const planParents = (
  records: ContactRecords,
  drafts: readonly ParentDraft[],
  references: References,
  ids: NewIds,
  faults: InputFaults,
): ListPlan<RelationshipRow> =>
  planList<RelationshipRow, ParentDraft>(records.parents, drafts, faults, {
    what: 'parent relationship',
    idField: 'ContactRelationshipId',
    row: (draft, before) => {
      assertNestedVersion(before?.audit_id, draft.auditId, `${draft.pointer}/AuditId`)
      const parentId = draft.organizationId ?? before?.other_contact_id ?? 0
      if (before) {
        if (parentId === before.other_contact_id) return before
        faults.unknownReference(
          `${draft.pointer}/ContactId`,
          'is not the parent of this relationship: remove it and add another',
        )
        return undefined
      }
      if (!references.isOrganization(parentId))
        faults.unknownReference(`${draft.pointer}/ContactId`, 'is no organization')
      if (records.parents.some(({ other_contact_id }) => other_contact_id === parentId)) return undefined
      return {
        id: ids.next('contact_relationship'),
        audit_id: 1,
        contact_id: records.id,
        other_contact_id: parentId,
        type_id: references.parentTypeId,
      }
    },
  })
