import { fold } from '#kernel/text/fold'

/** The name that comes first in a cell with both, unless a comma shows it. */
export type NameOrder = 'FirstLast' | 'LastFirst'

export interface NameParts {
  prefix: string | undefined
  first: string | undefined
  last: string | undefined
  suffix: string | undefined
}

/** Words that begin a family name: "Ludwig van Beethoven", "Ana de la Cruz". */
const PARTICLES = new Set(
  'van von vom zu zum zur de del della der den di da do dos das du la le el al bin ibn ben af av ter ten'.split(' '),
)

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Forms of address and titles before a name, without case and points. */
const PREFIXES = words(
  'mr mrs ms miss mx sir dame lord lady dr drs prof professor rev reverend father sister hon judge capt captain col gen maj sgt herr frau dipl-ing dipling ing mag med jur phil monsieur madame mme mlle senor senora sra srta don dona dott avv',
)

/** Generations, degrees and orders after a name, without case and points. */
const SUFFIXES = words(
  'jr sr junior senior jun sen ii iii iv phd dphil md mba msc ba bsc beng meng llb llm llmeur jd esq esquire dds dvm dmd rn cpa cfa cpp pe pmp edd psyd od obe mbe cbe kbe om frs qc kc ret usa usn rdh aia faia faicp aicp cfp ccim sior gri crs abr',
)

const keyOf = (word: string): string => fold(word).replace(/[.,]/g, '')
const isPrefix = (word: string): boolean => PREFIXES.has(keyOf(word))
const isSuffix = (word: string): boolean => SUFFIXES.has(keyOf(word))

/**
 * Splits the name of a person: "Last, First", or first and last in an order, where particles belong to the last name. Titles before
 * the name and degrees after it are its prefix and suffix: "Dr. Ann Lee, PhD".
 */
export const splitName = (text: string, order: NameOrder = 'FirstLast'): NameParts => {
  const [head = '', ...others] = text.split(',').map((part) => part.trim())
  const parts = others.filter((part) => part !== '')
  const isDegree = (part: string) => part.split(/\s+/).every(isSuffix)
  const degrees = parts.filter(isDegree)
  const [first, ...more] = parts.filter((part) => !isDegree(part))
  const named = first === undefined ? unlisted(head, order) : listed(head, [first, ...more].join(' '))
  return { ...named, suffix: joined([named.suffix, ...degrees], ', ') }
}

/** The reason why a text is not the name of one person. */
export type NameDoubt = 'several' | 'address' | 'title'

/** Signs of two people: "Mr. and Mrs. Lee", "John & Jane". Entities of HTML such as &#39; are none. */
const SEVERAL = /&(?!#?\w+;)|&amp;|\+|\s(?:and|und|et)\s/i
const ADDRESS = /\S@\S|[<>]/

/** Finds why the name of a cell is not that of one person; undefined if it can be one. */
export const doubtOf = (text: string): NameDoubt | undefined => {
  if (ADDRESS.test(text)) return 'address'
  if (SEVERAL.test(text)) return 'several'
  const parts = text.split(/[\s,]+/).filter(Boolean)
  return parts.length > 0 && parts.every((part) => isPrefix(part) || isSuffix(part)) ? 'title' : undefined
}

/**
 * The sign that shows the order of the names in a cell: clear for one name or a comma; capital letters of the last
 * name; the script; none.
 */
export type OrderSign = 'clear' | 'capitals' | 'none' | 'script'

/** Finds what shows the order of the names in a cell: capitals if only the first word has them ("KING Robert"). */
export const findOrderSign = (text: string): OrderSign => {
  const { rest } = trimmed(text.split(',')[0] ?? '')
  const { first, last } = splitName(text)
  const others = text.split(',').slice(1)
  const isListed = others.some((part) => part.trim() !== '' && !part.trim().split(/\s+/).every(isSuffix))
  if (first === undefined || last === undefined || isListed) return 'clear'
  if (LAST_FIRST_SCRIPT.test(text)) return 'script'
  const isCapital = (word: string) => /^\p{Lu}[\p{Lu}'’-]{2,}$/u.test(word)
  return isCapital(rest[0] ?? '') && !rest.slice(1).some(isCapital) ? 'capitals' : 'none'
}

/** The scripts of languages in which the last name comes first, unless the name was put into the order of others. */
const LAST_FIRST_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Splits a name without a comma. */
const unlisted = (text: string, order: NameOrder): NameParts => {
  const { prefix, rest, suffix: degrees } = trimmed(text)
  const fifth = order === 'FirstLast' ? fifthOf(rest) : undefined
  const suffix = joined([fifth, degrees], ' ')
  if (rest.length < 2) return { prefix, first: undefined, last: rest[0], suffix }
  const at = order === 'LastFirst' ? lastNameEnd(rest) : lastNameStart(rest)
  const [one, other] = [rest.slice(0, at).join(' '), rest.slice(at).join(' ')]
  return order === 'LastFirst'
    ? { prefix, first: other, last: one, suffix }
    : { prefix, first: one, last: other, suffix }
}

/** Takes the generation V from the end of a name with a first and a last name: without both, it is an initial. */
const fifthOf = (rest: string[]): string | undefined =>
  rest.length > 2 && keyOf(rest.at(-1) ?? '') === 'v' ? rest.pop() : undefined

/** Splits "Last, First": each side can have titles. */
const listed = (head: string, tail: string): NameParts => {
  const last = trimmed(head)
  const first = trimmed(tail)
  return {
    prefix: joined([last.prefix, first.prefix], ' '),
    first: joined(first.rest, ' '),
    last: joined(last.rest, ' '),
    suffix: joined([last.suffix, first.suffix], ', '),
  }
}

/** Takes titles from the start and degrees from the end of a name, of which at least one word stays. */
const trimmed = (text: string) => {
  const rest = text.trim().split(/\s+/).filter(Boolean)
  const prefixes: string[] = []
  const suffixes: string[] = []
  while (rest.length > 1 && isPrefix(rest[0] ?? '')) prefixes.push(rest.shift() ?? '')
  while (rest.length > 1 && isSuffix(rest.at(-1) ?? '')) suffixes.unshift(rest.pop() ?? '')
  return { prefix: joined(prefixes, ' '), rest, suffix: joined(suffixes, ' ') }
}

const isParticle = (word: string): boolean => PARTICLES.has(word.toLowerCase())

/** Returns the index at which the last name begins. */
const lastNameStart = (rest: readonly string[]): number => {
  const particle = rest.findIndex((word, at) => at > 0 && at < rest.length - 1 && isParticle(word))
  return particle > 0 ? particle : rest.length - 1
}

/** Returns the index after a last name that comes first. */
const lastNameEnd = (rest: readonly string[]): number => {
  const end = rest.findIndex((word) => !isParticle(word))
  return Math.min(Math.max(1, end + 1), rest.length - 1)
}

const joined = (parts: readonly (string | undefined)[], separator: string): string | undefined =>
  parts.filter(Boolean).join(separator) || undefined
