import type { ContactDesignationEdit } from '#contract/people/contacts-details'
import type { ContactDesignation } from '#prisma/client'

export const presentDesignation = (designation: ContactDesignation): ContactDesignationEdit => ({
  ContactDesignationId: designation.id,
  ContactId: designation.contactId,
  Code: designation.code,
  Name: designation.name,
  DisplayOrder: designation.displayOrder,
})
