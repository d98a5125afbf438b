import type { ContactWebsiteDetail } from '#contract/people/contacts-details'
import type { WebsiteOfContact } from './websites.queries.ts'

export const presentWebsite = (website: WebsiteOfContact): ContactWebsiteDetail => ({
  WebAddressId: website.id,
  ContactId: website.contactId,
  Url: website.url,
  WebAddressTypeId: website.typeId as ContactWebsiteDetail['WebAddressTypeId'],
  IsUnpublished: website.isUnpublished,
  IsPrimary: website.isPrimary,
})
