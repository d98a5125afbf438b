import { type Country, type CountryFacts, makeCountryNames } from '#areas/people/contacts/imports/import-rows.service'
import type { Field } from '../columns/fields.model.ts'
import { ValueFault } from './values.model.ts'

export type { Country }
export type CountryReader = (text: string) => Country

/** Returns a reader of cells that name a country: by code, number or name, in the language of the file or another one. */
export const makeCountryReader = (countries: ReadonlyMap<number, CountryFacts>, language: string): CountryReader => {
  const find = makeCountryNames(countries, language)
  return (text) => {
    const found = find(text)
    if (!found)
      throw new ValueFault('must be a country: its ISO 3166-1 code, or its name in English or the language of the file')
    return found
  }
}

/**
 * The countries whose postal codes have digits only, of one length, and can begin with zeros: the number of digits, and the most zeros
 * at the start.
 */
const FORMS: ReadonlyMap<string, readonly [digits: number, zeros: number]> = new Map(
  (
    [
      [3, 2, 'GN'],
      [4, 3, 'AM NO ZA'],
      [4, 1, 'AU DK GE NZ PA PH'],
      [5, 3, 'IT PL'],
      [5, 2, 'EE FI KE LK LT PR US VA VI'],
      [5, 1, 'DE DZ ES FR GT KR LA MV MX MY PE TR UA'],
      [6, 1, 'CN CO EC KZ RO SG'],
      [7, 2, 'JP'],
      [8, 1, 'BR'],
    ] as const
  ).flatMap(([digits, zeros, countries]) => countries.split(' ').map((alpha2) => [alpha2, [digits, zeros]] as const)),
)

/**
 * Returns a postal code with the leading zeros that a spreadsheet has removed, because it stores a number: 1067 for Dresden is
 * 01067. A file of text that a spreadsheet has saved lacks them too.
 *
 * @param alpha2 of the country of the address
 */
export const completePostalCode = (text: string, alpha2: string | undefined): string => {
  const [digits = 0, zeros = 0] = FORMS.get(alpha2 ?? '') ?? []
  const isShort = /^[1-9]\d*$/.test(text) && text.length < digits && digits - text.length <= zeros
  if (!isShort) return text
  const code = text.padStart(digits, '0')
  return alpha2 === 'PL' ? `${code.slice(0, 2)}-${code.slice(2)}` : code
}

/** An address in one cell, by its fields. */
export type AddressParts = Partial<
  Record<Extract<Field, 'Address1' | 'Address2' | 'City' | 'StateProvince' | 'PostalCode' | 'Country'>, string>
>

/** Returns the lines of a cell that are not blank. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Splits the lines of a cell into the two lines of an address. */
export const splitLines = (text: string): AddressParts => {
  const [first, ...others] = linesOf(text)
  return { ...(first !== undefined && { Address1: first }), ...(others.length > 0 && { Address2: others.join(', ') }) }
}

/** Splits an address of Mailchimp, whose parts are separated by two spaces: lines, city, state, postal code, country. */
export const splitMailchimp = (text: string): AddressParts => {
  const parts = text
    .split(/\s{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length < 4) return { Address1: text.replace(/\s{2,}/g, ' ') }
  const country = /\d/.test(parts.at(-1) ?? '') ? undefined : parts.pop()
  const postalCode = parts.pop()
  const state = parts.pop()
  const city = parts.pop()
  const lines = splitLines(parts.join('\n'))
  return {
    ...lines,
    ...(city !== undefined && { City: city }),
    ...(state !== undefined && { StateProvince: state }),
    ...(postalCode !== undefined && { PostalCode: postalCode }),
    ...(country !== undefined && { Country: country }),
  }
}
