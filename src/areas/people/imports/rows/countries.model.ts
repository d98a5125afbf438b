import type { CountryFacts } from '#areas/people/contacts/imports/import-rows.service'
import { plainKey } from '../columns/plain-key.model.ts'
import { ValueFault } from './values.model.ts'

/** Names that people write and that neither ISO 3166 nor CLDR has. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    usa: 'US',
    unitedstatesofamerica: 'US',
    america: 'US',
    uk: 'GB',
    greatbritain: 'GB',
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    northernireland: 'GB',
    grossbritannien: 'GB',
    schottland: 'GB',
    holland: 'NL',
    thenetherlands: 'NL',
    czechrepublic: 'CZ',
    tschechischerepublik: 'CZ',
    turkey: 'TR',
    ivorycoast: 'CI',
    brd: 'DE',
    d: 'DE',
    a: 'AT',
    ch: 'CH',
    f: 'FR',
    burma: 'MM',
    swaziland: 'SZ',
    capeverde: 'CV',
  }),
)

/** Languages whose names of countries are accepted in every file, after that of the file. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'hu', 'tr', 'ja', 'zh']

export type Country = { id: number; alpha2: string }
export type CountryReader = (text: string) => Country

/** Returns a reader of countries: by code, ISO 3166-1 number or name, in the language of the file or another one (CLDR). */
export const countryReader = (countries: ReadonlyMap<number, CountryFacts>, language: string): CountryReader => {
  const known = new Map<string, Country>()
  const byCode = new Map<string, Country>()
  const add = (word: string, country: Country) => {
    if (word !== '' && !known.has(word)) known.set(word, country)
  }
  for (const [id, { alpha2, name }] of countries) {
    const country = { id, alpha2 }
    byCode.set(alpha2, country)
    for (const word of [alpha2, String(id), name]) add(plainKey(word), country)
  }
  for (const tag of [language, ...LANGUAGES]) {
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DisplayNames([tag], { type: 'region', style, fallback: 'none' })
      for (const country of byCode.values()) add(plainKey(names.of(country.alpha2) ?? ''), country)
    }
  }
  for (const [word, alpha2] of OTHER_NAMES) {
    const country = byCode.get(alpha2)
    if (country) add(word, country)
  }
  return (text) => {
    const found = known.get(/^\d+$/.test(text) ? String(Number(text)) : plainKey(text))
    if (!found)
      throw new ValueFault(
        'must be a country: its two-letter ISO 3166-1 code, or its name in English or the language of the file',
      )
    return found
  }
}
