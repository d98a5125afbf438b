import { plainKey } from '#kernel/text/plain-key'
import type { CountryFacts } from '../records/records.model.ts'
import { alpha3Codes } from './alpha3-codes.model.ts'

/** Names that people write and that neither ISO 3166 nor CLDR has. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
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

/** Languages whose names of countries are always accepted, after that of the text. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'hu', 'tr', 'ja', 'zh']

export type Country = { id: number; alpha2: string }

/** Returns the country that a text names; null if it names none. */
export type FindCountry = (text: string) => Country | null

/** Finds countries by a code or number of ISO 3166-1, or by a name: in a language, or another common one (CLDR). */
export const countryNames = (countries: ReadonlyMap<number, CountryFacts>, language: string): FindCountry => {
  const known = new Map<string, Country>()
  const byCode = new Map<string, Country>()
  const add = (word: string, country: Country) => {
    if (word !== '' && !known.has(word)) known.set(word, country)
  }
  for (const [id, { alpha2, name }] of countries) {
    const country = { id, alpha2 }
    byCode.set(alpha2, country)
    for (const word of [alpha2, alpha3Codes.get(alpha2) ?? '', String(id), name]) add(plainKey(word), country)
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
  return (text) => known.get(/^\d+$/.test(text) ? String(Number(text)) : plainKey(text)) ?? null
}
