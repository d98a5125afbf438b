import type { PersonRole } from '#contract/people/contacts'
import type { ContactRoleTypeEdit } from '#contract/people/contacts-details'
import type { RoleTypeWithCount, RoleWithSides } from './roles.queries.ts'

const midnight = (day: Date | null): string | null => (day ? `${day.toISOString().slice(0, 10)}T00:00:00Z` : null)

/** Presents a role; Name is the name of the organization. */
export const presentRole = (role: RoleWithSides): PersonRole => ({
  IsExisting: true,
  Name: role.organization.displayName,
  OrganizationContactId: role.organizationId,
  Title: role.title,
  RoleId: role.roleTypeId,
  IsEmpty: false,
  RoleStartDate: midnight(role.startDate),
  RoleEndDate: midnight(role.endDate),
  isDeleted: false,
  ContactRoleId: role.id,
  ContactRoleAuditId: role.auditId,
  ContactId: role.contactId,
  DisplayOnWeb: role.displayOnWeb,
  IsContact: role.organization.primaryContactId === role.contactId,
})

export const presentRoleType = (type: RoleTypeWithCount): ContactRoleTypeEdit => ({
  RoleId: type.id,
  Name: type.name,
  DisplayOrder: type.displayOrder,
  InheritsRights: type.inheritsRights,
  RoleCount: type._count.roles,
})
