import type { Party } from '#areas/people/contacts/imports/import-matches.queries'
import { parseEmail } from '#areas/people/contacts/imports/import-rows.service'
import { sourceNumber, statedType } from './prepared-cells.input.ts'
import type { RowContext, RowKeys } from './row-context.model.ts'
import type { RowValues } from './row-values.input.ts'

/** Reads by what a row finds its contact, and who it is. */
export const readKeys = (values: RowValues, context: RowContext): RowKeys => {
  const emails = (['Email', 'PersonalEmail', 'OtherEmail'] as const).flatMap((field) => {
    const email = parseEmail(values.text(field) ?? '')
    return email ? [email.key] : []
  })
  const id = values.text('ContactId')
  const isId = id !== undefined && /^\d{1,9}$/.test(id)
  const accountNumber = values.text('AccountNumber') ?? sourceNumber(values, context)
  return { emails, accountNumber, contactId: isId ? Number(id) : undefined, party: partyOf(values, context) }
}

const partyOf = (values: RowValues, { type }: RowContext): Party => ({
  systemTypeId: statedType(values, type),
  firstName: values.text('FirstName') ?? null,
  middleName: values.text('MiddleName') ?? null,
  lastName: values.text('LastName') ?? null,
  suffix: values.text('Suffix') ?? null,
  commonName: values.text('CommonName') ?? null,
  organizationName: values.text('OrganizationName') ?? null,
})
