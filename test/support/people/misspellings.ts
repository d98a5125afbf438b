import type { EnteredParty } from '#areas/people/contacts/candidates/candidates.queries'
import { ownValue } from '#kernel/lookups/own-value'

/** A contact as a form could name it. */
export interface Original {
  id: number
  systemTypeId: 1 | 2
  firstName: string | null
  lastName: string | null
  organizationName: string | null
  employer: string | null
  emailAddress: string | null
  city: string | null
}

/** Numbers from 0 to 1, the same for the same seed. */
export const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

/** One typing error: a letter is left out, doubled, replaced, or swapped with the next one. */
const mistyped = (random: Random, text: string): string => {
  const letters = [...text]
  if (letters.length < 3) return text
  const at = Math.floor(random() * (letters.length - 1))
  const letter = letters[at] ?? ''
  const next = letters[at + 1] ?? ''
  const changed = pick(random, [[], [letter, letter], [pick(random, [...'aeiorstnl'])], [next, letter]])
  const isSwap = changed.length === 2 && changed[0] === next && letter !== next
  return [...letters.slice(0, at), ...changed, ...letters.slice(at + (isSwap ? 2 : 1))].join('')
}

const LEGAL_FORMS = ['Inc', 'LLC', 'Ltd', 'GmbH', 'Co.']

/** Names by which people are called, by their first names: of no source of the product. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  Abigail: ['Abby', 'Gail'],
  Amelia: ['Millie', 'Amy'],
  Andrew: ['Andy', 'Drew'],
  Arthur: ['Art', 'Artie'],
  Benjamin: ['Ben', 'Benny'],
  Charles: ['Charlie', 'Chuck'],
  Charlotte: ['Lottie', 'Charlie'],
  Connor: ['Con'],
  Daniel: ['Dan', 'Danny'],
  David: ['Dave', 'Davy'],
  Edward: ['Ed', 'Eddie', 'Ted'],
  Eleanor: ['Ellie', 'Nell', 'Nora'],
  Emily: ['Em', 'Emmy'],
  Evelyn: ['Evie', 'Eve'],
  Grace: ['Gracie'],
  Henry: ['Harry', 'Hank'],
  Isabella: ['Bella', 'Izzy'],
  James: ['Jim', 'Jimmy', 'Jamie'],
  Joan: ['Joanie'],
  Joseph: ['Joe', 'Joey'],
  Lucas: ['Luke'],
  Margaret: ['Maggie', 'Meg', 'Peggy'],
  Martha: ['Marty'],
  Michael: ['Mike', 'Mick'],
  Oliver: ['Ollie'],
  Olivia: ['Liv', 'Livvy'],
  Patricia: ['Pat', 'Patty', 'Trish'],
  Peter: ['Pete'],
  Richard: ['Rick', 'Dick', 'Richie'],
  Robert: ['Bob', 'Rob', 'Bobby'],
  Samuel: ['Sam'],
  Sophia: ['Sophie'],
  Susan: ['Sue', 'Susie'],
  Theodore: ['Ted', 'Theo'],
  Thomas: ['Tom', 'Tommy'],
  William: ['Bill', 'Will', 'Billy'],
  Anton: ['Toni'],
  Franziska: ['Franzi', 'Ziska'],
  Johanna: ['Hanna', 'Jo'],
  Katrin: ['Kati'],
  Maximilian: ['Max'],
  Matthias: ['Matze', 'Matt'],
  Stefan: ['Steff'],
  Ursula: ['Uschi', 'Ulla'],
  Antoine: ['Tony'],
  Frédéric: ['Fred'],
  Stéphane: ['Steph'],
  Françoise: ['Fanfan'],
  Juliette: ['Julie'],
  Agnieszka: ['Aga'],
  Katarzyna: ['Kasia'],
  Małgorzata: ['Gosia'],
  Joanna: ['Asia'],
  Krzysztof: ['Krzysiek'],
  Gustav: ['Gusten'],
  Viktor: ['Vicke'],
  Birgitta: ['Gitta'],
  Miguel: ['Mike'],
  Beatriz: ['Bia'],
}

const misspelledPerson = (random: Random, firstName: string, lastName: string) => {
  const nicknames = ownValue(CALLED, firstName) ?? []
  const kind = pick(random, ['same', 'typo', 'typo', 'typo', 'nickname', 'swapped', 'case'])
  if (kind === 'swapped') return { firstName: lastName, lastName: firstName }
  if (kind === 'case') return { firstName: firstName.toUpperCase(), lastName: lastName.toLowerCase() }
  if (kind === 'nickname' && nicknames.length > 0) return { firstName: pick(random, nicknames), lastName }
  if (kind === 'same') return { firstName, lastName }
  return random() < 0.4
    ? { firstName: mistyped(random, firstName), lastName }
    : { firstName, lastName: mistyped(random, lastName) }
}

const misspelledOrganization = (random: Random, name: string): string => {
  const words = name.split(' ')
  const kind = pick(random, ['same', 'typo', 'typo', 'legal', 'legalTypo', 'order', 'and'])
  if (kind === 'typo') return mistyped(random, name)
  if (kind === 'legal') return `${name} ${pick(random, LEGAL_FORMS)}`
  if (kind === 'legalTypo') return `${mistyped(random, name)} ${pick(random, LEGAL_FORMS)}`
  if (kind === 'order') return [...words.slice(1), words[0]].join(' ')
  return kind === 'and' ? name.replace(' and ', ' & ').toUpperCase() : name
}

/** What a visitor enters for a contact, with errors: half of the email addresses have changed. */
export const misspell = (random: Random, original: Original): EnteredParty => {
  const { systemTypeId, firstName, lastName, organizationName, employer, emailAddress, city } = original
  const isKept = random() < 0.5
  const shared = {
    systemTypeId,
    emailAddress: isKept ? emailAddress : `new${Math.floor(random() * 1e9)}@changed.example`,
    phone: null,
    city: random() < 0.7 ? city : null,
  }
  if (systemTypeId === 2)
    return {
      ...shared,
      firstName: null,
      lastName: null,
      organizationName: misspelledOrganization(random, organizationName ?? ''),
    }
  return {
    ...shared,
    ...misspelledPerson(random, firstName ?? '', lastName ?? ''),
    organizationName: random() < 0.6 ? employer : null,
  }
}
