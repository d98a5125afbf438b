import type { CountryFacts } from '#areas/people/contacts/records/records.model'
import { ownValue } from '#kernel/lookups/own-value'
import { fold } from '#kernel/text/fold'

/** An invalid value; the message states what is valid. */
export class ValueFault extends Error {}

const oneOf =
  <T extends number | boolean>(words: Record<string, T>, expected: string) =>
  (text: string): T => {
    const found = ownValue(words, fold(text).replace(/[^a-z0-9]/g, ''))
    if (found === undefined) throw new ValueFault(`"${text}" must be ${expected}`)
    return found
  }

export const readType = oneOf<1 | 2>(
  { 1: 1, individual: 1, person: 1, contact: 1, 2: 2, organization: 2, organisation: 2, company: 2, business: 2 },
  'individual or organization',
)

export const readGender = oneOf<1 | 2 | 3 | 4>(
  { 1: 1, f: 1, female: 1, woman: 1, 2: 2, m: 2, male: 2, man: 2, 3: 3, x: 3, nonbinary: 3, 4: 4, rathernotsaid: 4 },
  'female, male, non-binary or rather not said',
)

export const readStatus = oneOf<1 | 4 | 8 | 16>(
  { 1: 1, prospective: 1, prospect: 1, 4: 4, courtesy: 4, 8: 8, nonmember: 8, 16: 16, inactive: 16 },
  'prospective, courtesy, non-member or inactive (active comes from memberships)',
)

export const readFlag = oneOf<boolean>(
  { yes: true, y: true, true: true, 1: true, x: true, no: false, n: false, false: false, 0: false },
  'yes or no',
)

/** Splits a text by semicolons, bars and commas. */
export const readList = (text: string): string[] =>
  text
    .split(/[;|,]/)
    .map((item) => item.trim())
    .filter(Boolean)

const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    usa: 'US',
    unitedstates: 'US',
    america: 'US',
    uk: 'GB',
    unitedkingdom: 'GB',
    greatbritain: 'GB',
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    northernireland: 'GB',
    southkorea: 'KR',
    northkorea: 'KP',
    russia: 'RU',
    vietnam: 'VN',
    czechrepublic: 'CZ',
    turkey: 'TR',
    holland: 'NL',
    thenetherlands: 'NL',
    ivorycoast: 'CI',
    bolivia: 'BO',
    iran: 'IR',
    syria: 'SY',
    tanzania: 'TZ',
    venezuela: 'VE',
    moldova: 'MD',
    taiwan: 'TW',
    laos: 'LA',
  }),
)

export type CountryReader = (text: string) => { id: number; alpha2: string }

/** Parses a country by its two-letter code, ISO 3166-1 number or English name. */
export const countryReader = (countries: ReadonlyMap<number, CountryFacts>): CountryReader => {
  const key = (text: string) => fold(text).replace(/[^a-z]/g, '')
  const known = new Map<string, { id: number; alpha2: string }>()
  for (const [id, { alpha2, name }] of countries)
    for (const word of [key(name), key(alpha2), String(id)]) known.set(word, { id, alpha2 })
  return (text) => {
    const word = /^\d+$/.test(text) ? String(Number(text)) : key(text)
    const found = known.get(word) ?? known.get(key(OTHER_NAMES.get(word) ?? ''))
    if (!found)
      throw new ValueFault(`"${text}" is not a valid country. Use the two-letter ISO 3166-1 code or the English name.`)
    return found
  }
}
