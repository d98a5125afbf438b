import { fold, foldedWords } from '#kernel/text/fold'

/** What of a contact can be found by free text. Texts as they are kept; null and empty ones count for nothing. */
export interface Searchable {
  /** First, middle, last and common name, organization name, designations. */
  names: readonly (string | null | undefined)[]
  emails: readonly string[]
  /** As written, and in E.164 where it is known. */
  phones: readonly { number: string; e164?: string | null }[]
  city?: string | null
  accountNumber?: string | null
}

/** Longer words are cut, on both sides alike. */
const MOST_LETTERS = 48
/** Words of one search that count. */
const MOST_WORDS = 8
/** Scripts that write no blank between words: found from any letter on. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー]+/gu
/** Digits in the ways people write a telephone number. */
const PHONE_LIKE = /^[+(]?\d[\d\s().\-/]{2,}$/

const lexeme = (tenantId: number, token: string): string => `${tenantId}|${token.slice(0, MOST_LETTERS)}`

/**
 * The lexemes of contact.search, for array_to_tsvector: `"<tenantId>|<token>"`, so that an entry of the index belongs
 * to one tenant alone. Distinct, in no particular order.
 */
export const searchTokens = (tenantId: number, of: Searchable): string[] => {
  const tokens = new Set<string>()
  for (const text of [...of.names, of.city, of.accountNumber])
    for (const word of indexWords(text ?? '')) tokens.add(word)
  if (of.accountNumber) tokens.add(compact(of.accountNumber))
  for (const email of of.emails) {
    tokens.add(emailToken(email))
    for (const word of indexWords(email)) tokens.add(word)
  }
  for (const phone of of.phones) for (const digits of phoneTokens(phone)) tokens.add(digits)
  tokens.delete('')
  return [...new Set([...tokens].map((token) => lexeme(tenantId, token)))]
}

/**
 * The tsquery for free text: every word must be there, each as the beginning of a token; a telephone number may be
 * parted as one likes. Null where the text holds no letter and no digit. Safe to cast: what could be an operator is
 * quoted.
 */
export const searchQuery = (tenantId: number, criteria: string): string | null => {
  const match = (token: string): string =>
    `'${lexeme(tenantId, token).replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`
  const words = criteria.trim().split(/\s+/).flatMap(queryTokens).slice(0, MOST_WORDS)
  if (words.length === 0) return null
  const all = words.map(match).join(' & ')
  if (!PHONE_LIKE.test(criteria.trim())) return all
  return `${match(digitsOf(criteria))} | (${all})`
}

const queryTokens = (word: string): string[] => {
  if (/[\p{L}\p{N}]@/u.test(word)) return [emailToken(word)]
  return foldedWords(word).flatMap(partsByScript)
}

const indexWords = (text: string): string[] => foldedWords(text).flatMap(partsByScript).flatMap(beginnings)

/** "abc株式会社" is two words: one by its beginning, one from any letter on. */
const partsByScript = (word: string): string[] =>
  word.split(/(?<=\p{Script=Latin}|\p{N})(?=\p{Script=Han})|(?<=\p{Script=Han})(?=\p{Script=Latin}|\p{N})/u)

/** Every place at which a search may begin. */
const beginnings = (word: string): string[] => {
  UNSPACED.lastIndex = 0
  if (!UNSPACED.test(word)) return [word]
  const letters = [...word].slice(0, MOST_LETTERS)
  return letters.map((_, from) => letters.slice(from).join(''))
}

const emailToken = (email: string): string => fold(email.trim())
const compact = (text: string): string => foldedWords(text).join('')
const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Whole with and without the country's code or trunk zero, and the ends by which people look numbers up. */
const phoneTokens = ({ number, e164 }: Searchable['phones'][number]): string[] => {
  const written = digitsOf(number)
  const whole = digitsOf(e164 ?? '')
  const ends = [10, 9, 8, 7, 4].filter((length) => written.length > length).map((length) => written.slice(-length))
  return [written, written.replace(/^0+/, ''), whole, ...ends]
}
