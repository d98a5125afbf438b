import type { ContactDesignationEdit } from '../../../../../contract/people/contacts-details.ts'
import type { ContactDesignation } from '../../../../../generated/prisma/client.ts'

export const presentDesignation = (designation: ContactDesignation): ContactDesignationEdit => ({
  ContactDesignationId: designation.id,
  ContactId: designation.contactId,
  Code: designation.code,
  Name: designation.name,
  DisplayOrder: designation.displayOrder,
})
