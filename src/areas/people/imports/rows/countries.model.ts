import { type Country, type CountryFacts, countryNames } from '#areas/people/contacts/imports/import-rows.service'
import { ValueFault } from './values.model.ts'

export type { Country }
export type CountryReader = (text: string) => Country

/** Returns a reader of cells that name a country: by code, number or name, in the language of the file or another one. */
export const countryReader = (countries: ReadonlyMap<number, CountryFacts>, language: string): CountryReader => {
  const find = countryNames(countries, language)
  return (text) => {
    const found = find(text)
    if (!found)
      throw new ValueFault('must be a country: its ISO 3166-1 code, or its name in English or the language of the file')
    return found
  }
}
