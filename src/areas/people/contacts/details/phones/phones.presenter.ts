import type { ContactPhoneDetail } from '../../../../../contract/people/contacts-details.ts'
import type { ContactPhone } from '../../../../../generated/prisma/client.ts'

export const presentPhone = (phone: ContactPhone, primaryId: number | null): ContactPhoneDetail => ({
  PhoneId: phone.id,
  ContactId: phone.contactId,
  Phone: phone.number,
  Extension: phone.extension,
  PhoneE164: phone.e164,
  PhoneTypeId: phone.typeId as ContactPhoneDetail['PhoneTypeId'],
  IsUnpublished: phone.isUnpublished,
  IsPrimary: phone.id === primaryId,
})
