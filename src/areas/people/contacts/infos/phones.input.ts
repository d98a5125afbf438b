import { parsePhone } from '#areas/people/contacts/contacts.input'
import { findCountries } from '#areas/people/contacts/contacts.queries'
import type { ContactPhoneDetailInput } from '#contract/people/contacts-details'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { badInput } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { ContactPhone } from '#prisma/client'

/** Parses a phone number. A field that is left out keeps its value. @throws 400 naming the field. */
export const parsePhonePart = async (
  scope: Scope,
  runner: SqlRunner,
  input: ContactPhoneDetailInput,
  current: ContactPhone | undefined,
) => ({
  ...(await parseNumber(scope, runner, input, current)),
  extension: input.Extension === undefined ? (current?.extension ?? null) : parseExtension(input.Extension),
  typeId: input.PhoneTypeId ?? current?.typeId ?? 1,
  isUnpublished: input.IsUnpublished ?? current?.isUnpublished ?? false,
})

// A number without a country code belongs to the tenant's country.
const parseNumber = async (
  scope: Scope,
  runner: SqlRunner,
  { Phone }: ContactPhoneDetailInput,
  current: ContactPhone | undefined,
) => {
  if (Phone === undefined && current) return { number: current.number, e164: current.e164 }
  const country = (await findCountries(runner)).get(scope.tenant.countryId)
  const number = parsePhone(Phone ?? '', country?.alpha2)
  if (!number) throw badInput('/Phone', 'must be a phone number, like +1 202 456 1111')
  return number
}

const parseExtension = (text: string | null): string | null => {
  const extension = text?.trim() ?? ''
  if (!/^[\d#*]*$/.test(extension)) throw badInput('/Extension', 'must consist of digits, # and *')
  return extension || null
}
