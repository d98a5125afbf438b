import type { ContactEmailDetail } from '#contract/people/contacts-details'
import type { EmailOfContact } from './emails.queries.ts'

export const presentEmail = (email: EmailOfContact): ContactEmailDetail => ({
  EmailAddressId: email.id,
  ContactId: email.contactId,
  EmailAddress: email.address,
  EmailAddressTypeId: email.typeId as ContactEmailDetail['EmailAddressTypeId'],
  EmailStatus: email.status as ContactEmailDetail['EmailStatus'],
  IsUnpublished: email.isUnpublished,
  IsPrimary: email.isPrimary,
})
