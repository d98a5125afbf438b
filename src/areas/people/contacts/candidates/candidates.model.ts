import { foldedWords } from '#kernel/text/fold'
import { makeNameForm, makeNameKey, makeOrganizationNameKey } from '../duplicates/duplicates.model.ts'
import { areNicknames, similarityOf } from './name-similarity.model.ts'

/** A person or an organization as a form names it. */
export interface EnteredParty {
  systemTypeId: 1 | 2
  firstName: string | null
  lastName: string | null
  organizationName: string | null
  emailAddress: string | null
  phone: string | null
  city: string | null
}

/** A contact that may be meant, as the search finds it. */
export interface FoundContact {
  id: number
  name: string
  firstName: string | null
  lastName: string | null
  commonName: string | null
  organizationName: string | null
  employer: string | null
  emailAddress: string | null
  phone: string | null
  city: string | null
  stateProvince: string | null
  hasEmail: boolean
  hasPhone: boolean
}

/** A contact that may be meant, with how likely that is. */
export interface MatchCandidate {
  contact: FoundContact
  /** 0 to 100. */
  score: number
  reasons: string[]
}

/** The score from which a contact is taken for the same one. */
export const SUGGESTED_SCORE = 75

/** The points for equal details besides the name. An email address is not enough: people of one office share them. */
const POINTS = { email: 40, phone: 25, employer: 20, city: 5, onlyOne: 10, onlyOneOfCity: 12 }
const PERSON_NAME = 70
/** The name of an organization identifies it by the rule of duplicates; that of a person does not. */
const SAME_ORGANIZATION_NAME = 90
const ORGANIZATION_NAME = 80
const SAME = 0.999
const SIMILAR = 0.6
/** From this similarity a name counts as the same for the rule that no other contact has it. */
const NEARLY_SAME = 0.85

/** A nickname, and first and last name in each other's field, are a little less than the same name. */
const NICKNAME = 0.97
const SWAPPED = 0.97

const firstNameSimilarity = (entered: string, { firstName, commonName }: FoundContact): number => {
  const names = [makeNameKey(firstName), makeNameKey(commonName)].filter((name) => name !== null)
  return Math.max(0, ...names.map((name) => (areNicknames(entered, name) ? NICKNAME : similarityOf(entered, name))))
}

// The square keeps two half-similar names apart from one that has a typing error.
const weighted = (first: number, last: number): number => (0.4 * first + 0.6 * last) ** 2

const personSimilarity = ({ firstName, lastName }: EnteredParty, contact: FoundContact): number => {
  const first = makeNameKey(firstName) ?? ''
  const last = makeNameKey(lastName) ?? ''
  const storedLast = makeNameKey(contact.lastName)
  const straight = weighted(firstNameSimilarity(first, contact), similarityOf(last, storedLast))
  const swapped = weighted(firstNameSimilarity(last, contact), similarityOf(first, storedLast))
  return Math.max(straight, swapped * SWAPPED)
}

const sortedWords = (name: string | null): string =>
  foldedWords(name ?? '')
    .sort()
    .join('')

const organizationSimilarity = ({ organizationName }: EnteredParty, contact: FoundContact): number =>
  Math.max(
    similarityOf(makeOrganizationNameKey(organizationName), makeOrganizationNameKey(contact.organizationName)),
    similarityOf(sortedWords(organizationName), sortedWords(contact.organizationName)) * SWAPPED,
  )

interface Compared {
  contact: FoundContact
  similarity: number
}

const nameReason = (similarity: number): string[] =>
  similarity >= SAME ? ['Same name'] : similarity >= SIMILAR ? ['Similar name'] : []

const namePoints = ({ systemTypeId }: EnteredParty, similarity: number): number => {
  if (systemTypeId === 1) return PERSON_NAME * similarity
  return similarity >= SAME ? SAME_ORGANIZATION_NAME : ORGANIZATION_NAME * similarity ** 1.5
}

const isSameText = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && makeNameForm(one) !== null && makeNameForm(one) === makeNameForm(other)

/** Whether one of the contacts with nearly the same name is the only one, everywhere or in the city that was entered. */
interface Rarity {
  isOnlyOne: boolean
  isOnlyOneOfCity: boolean
}

const rarityOf = ({ city }: EnteredParty, compared: readonly Compared[]): Rarity => {
  const alike = compared.filter(({ similarity }) => similarity >= NEARLY_SAME)
  const ofCity = alike.filter(({ contact }) => isSameText(city, contact.city))
  return { isOnlyOne: alike.length === 1, isOnlyOneOfCity: alike.length > 1 && ofCity.length === 1 }
}

const scored = (
  entered: EnteredParty,
  { contact, similarity }: Compared,
  { isOnlyOne, isOnlyOneOfCity }: Rarity,
): MatchCandidate => {
  const isSimilar = similarity >= SIMILAR
  const isOfCity = isSameText(entered.city, contact.city)
  const employer = makeOrganizationNameKey(entered.organizationName)
  const equal: [boolean, number, string][] = [
    [contact.hasEmail, POINTS.email, 'Same email address'],
    [contact.hasPhone, POINTS.phone, 'Same phone number'],
    [
      entered.systemTypeId === 1 &&
        isSimilar &&
        similarityOf(employer, makeOrganizationNameKey(contact.employer)) > NEARLY_SAME,
      ...([POINTS.employer, 'Same organization'] as const),
    ],
    [isSimilar && isOfCity, POINTS.city, 'Same city'],
    [isOnlyOne && similarity >= NEARLY_SAME, POINTS.onlyOne, 'No other contact with such a name'],
    [
      isOnlyOneOfCity && isOfCity && similarity >= NEARLY_SAME,
      ...([POINTS.onlyOneOfCity, 'No other contact with such a name in the city'] as const),
    ],
  ]
  const found = equal.filter(([isEqual]) => isEqual)
  const points = found.reduce((sum, [, more]) => sum + more, namePoints(entered, similarity))
  const reasons = [...nameReason(similarity), ...found.map(([, , reason]) => reason)]
  return { contact, score: Math.min(100, Math.round(points)), reasons }
}

/** Scores contacts that may be meant, best first. */
export const scoreCandidates = (
  entered: EnteredParty,
  contacts: readonly FoundContact[],
  limit: number,
): MatchCandidate[] => {
  const compare = entered.systemTypeId === 1 ? personSimilarity : organizationSimilarity
  const compared = contacts.map((contact) => ({ contact, similarity: compare(entered, contact) }))
  const rarity = rarityOf(entered, compared)
  const found = compared
    .map((one) => scored(entered, one, rarity))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((a, b) => b.score - a.score || a.contact.id - b.contact.id)
    .slice(0, limit)
  return withoutTie(found)
}

// Of two contacts that are equally likely none is suggested: a person has to choose.
const withoutTie = (found: MatchCandidate[]): MatchCandidate[] => {
  const [best, second] = found
  if (!best || !second || best.score > second.score) return found
  return found.map((one) => ({ ...one, score: Math.min(one.score, SUGGESTED_SCORE - 1) }))
}
