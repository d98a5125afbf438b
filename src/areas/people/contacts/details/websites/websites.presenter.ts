import type { ContactWebsiteDetail } from '../../../../../contract/people/contacts-details.ts'
import type { ContactWebsite } from '../../../../../generated/prisma/client.ts'

export const presentWebsite = (website: ContactWebsite, primaryId: number | null): ContactWebsiteDetail => ({
  WebAddressId: website.id,
  ContactId: website.contactId,
  Url: website.url,
  WebAddressTypeId: website.typeId as ContactWebsiteDetail['WebAddressTypeId'],
  IsUnpublished: website.isUnpublished,
  IsPrimary: website.id === primaryId,
})
