import type { BillingContact, BillingContactInput } from '#contract/events/public-registration'

type Address = NonNullable<NonNullable<BillingContact>['Address']>

/** Presents the payer of a form as it was entered: without anything that the server decides. */
export const presentEnteredPayer = (entered: BillingContactInput): NonNullable<BillingContact> => ({
  ContactId: null,
  Prefix: entered?.Prefix ?? null,
  FirstName: entered?.FirstName ?? null,
  CommonName: entered?.CommonName ?? null,
  MiddleName: entered?.MiddleName ?? null,
  LastName: entered?.LastName ?? null,
  Suffix: entered?.Suffix ?? null,
  OrganizationContactId: null,
  OrganizationName: entered?.OrganizationName ?? null,
  Title: entered?.Title ?? null,
  IsTaxExempt: false,
  EmailAddress: entered?.EmailAddress ?? null,
  TaxNumber: entered?.TaxNumber ?? null,
  Address: presentAddress(entered?.Address),
  Phone: presentPhone(entered?.Phone),
  ContactRoles: [],
  Vouchers: [],
  MembershipIds: [],
  IsMember: false,
  TaxSet: null,
  ContactType: entered?.ContactType ?? '1',
})

const presentAddress = (address: NonNullable<BillingContactInput>['Address']): Address | null =>
  address
    ? {
        Address1: address.Address1 ?? null,
        Address2: address.Address2 ?? null,
        City: address.City ?? null,
        StateProvince: address.StateProvince ?? null,
        PostalCode: address.PostalCode ?? null,
        CountryId: address.CountryId ?? null,
      }
    : null

const presentPhone = (phone: NonNullable<BillingContactInput>['Phone']): NonNullable<BillingContact>['Phone'] =>
  phone
    ? { Number: phone.Number ?? null, Extension: phone.Extension ?? null, PhoneTypeId: phone.PhoneTypeId ?? null }
    : null
