import type { ContactPhoneDetail } from '#contract/people/contacts-details'
import type { PhoneOfContact } from './phones.queries.ts'

export const presentPhone = (phone: PhoneOfContact): ContactPhoneDetail => ({
  PhoneId: phone.id,
  ContactId: phone.contactId,
  Phone: phone.number,
  Extension: phone.extension,
  PhoneE164: phone.e164,
  PhoneTypeId: phone.typeId as ContactPhoneDetail['PhoneTypeId'],
  IsUnpublished: phone.isUnpublished,
  IsPrimary: phone.isPrimary,
})
