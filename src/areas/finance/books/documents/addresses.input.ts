import { findCountries } from '#areas/people/contacts/contacts.queries'
import type { DocumentAddressInput } from '#contract/finance/invoices'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { unknownReference } from '#kernel/records/references'

/**
 * Parses the address of a document: the code of its country in capital letters.
 *
 * @throws 422 unknown-reference if the country does not exist.
 */
export const parseAddress = async <A extends Pick<DocumentAddressInput, 'CountryCode'>>(
  runner: SqlRunner,
  sent: A,
  pointer: string,
): Promise<A> => {
  if (!sent.CountryCode) return sent
  const CountryCode = sent.CountryCode.toUpperCase()
  for (const { alpha2 } of (await findCountries(runner)).values())
    if (alpha2 === CountryCode) return { ...sent, CountryCode }
  throw unknownReference(`${pointer}/CountryCode`, 'country of ISO 3166-1')
}
