import type { ContactEmailDetail } from '../../../../../contract/people/contacts-details.ts'
import type { ContactEmail } from '../../../../../generated/prisma/client.ts'

export const presentEmail = (email: ContactEmail, primaryId: number | null): ContactEmailDetail => ({
  EmailAddressId: email.id,
  ContactId: email.contactId,
  EmailAddress: email.address,
  EmailAddressTypeId: email.typeId as ContactEmailDetail['EmailAddressTypeId'],
  EmailStatus: email.status as ContactEmailDetail['EmailStatus'],
  IsUnpublished: email.isUnpublished,
  IsPrimary: email.id === primaryId,
})
