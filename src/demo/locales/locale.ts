/** A word as it is written at home, and in Latin letters for addresses on the net. */
export interface Word {
  text: string
  latin: string
}

export interface City {
  name: string
  region: string | null
  /** Patterns (see fillPattern). Numbers are reserved for fiction where a country has such, else never given out. */
  postalCode: string
  phone: string
}

/** What people, places and organizations are called in one country. */
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
  /** Forms of address; the empty one is what most have. */
  prefixes: string[]
  /** Written between two family names; undefined where nobody has two. */
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

/** Words parted by blanks, `Олена=Olena` where they are not Latin; `_` stands for a blank within one. */
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
