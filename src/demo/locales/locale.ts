/** A word in its own script, and in Latin letters for internet addresses. */
export interface Word {
  text: string
  latin: string
}

export interface City {
  name: string
  region: string | null
  /** Patterns (see fillPattern). Numbers are reserved for fiction if the country has such a range, otherwise never assigned. */
  postalCode: string
  phone: string
}

/** The names of people, cities and organizations in one country. */
export interface Locale {
  /** ISO 3166-1 numeric and alpha-2. */
  countryId: number
  alpha2: string
  /** Share of the contacts, in parts of the sum over all locales. */
  share: number
  female: Word[]
  male: Word[]
  family: Word[]
  /** Family names of women where they differ, in the same order. */
  familyOfWomen?: Word[]
  /** Forms of address; most contacts have the empty one. */
  prefixes: string[]
  /** Written between two family names; undefined if the country has no double family names. */
  familyJoint?: string
  cities: City[]
  streets: string[]
  /** `{n}` is the number in the street `{street}`. */
  address: string
  mobile: string
  titles: string[]
  trades: Word[]
  /** `{family}`, `{other}`, `{city}` and `{trade}` are filled in. */
  organizations: string[]
}

/** Parses words separated by spaces, `Олена=Olena` if they are not Latin; `_` is a space within a word. */
export const words = (text: string): Word[] =>
  text
    .trim()
    .split(/\s+/)
    .map((item) => {
      const [own = '', latin = own] = item.replaceAll('_', ' ').split('=')
      return { text: own, latin }
    })

/** Cities, one a line: `name | region | postal code | telephone number`. */
export const cities = (text: string): City[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', region = '', postalCode = '', phone = ''] = line.split('|').map((part) => part.trim())
      return { name, region: region || null, postalCode, phone }
    })

/** Phrases parted by commas. */
export const phrases = (text: string): string[] => text.split(',').map((phrase) => phrase.trim())
