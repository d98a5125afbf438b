import type { PersonRole } from '../../../../../contract/people/contacts.ts'
import type { Prisma } from '../../../../../generated/prisma/client.ts'

export const roleParts = {
  organization: { select: { displayName: true, primaryContactId: true } },
  contact: { select: { displayName: true } },
} as const

/** A role with the names of both sides. */
export type RoleWithSides = Prisma.ContactRoleGetPayload<{ include: typeof roleParts }>

const midnight = (day: Date | null): string | null => (day ? `${day.toISOString().slice(0, 10)}T00:00:00Z` : null)

/** Name is that of the organization. */
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
