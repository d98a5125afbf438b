import { fold, foldedWords, isAscii } from '#kernel/text/fold'
import { spellingForm } from './spelling.model.ts'

/** The texts of a contact that free-text search finds. Texts as they are stored; null and empty ones are ignored. */
export interface Searchable {
  /** The parts of the displayed name, with prefix and suffix, and the common name, organization name, designations. */
  names: readonly (string | null | undefined)[]
  emails: readonly string[]
  /** As written, and in E.164 if it is known. */
  phones: readonly { number: string; e164?: string | null }[]
  city?: string | null
  accountNumber?: string | null
}

/** Longer words are cut, in the index and in queries. */
const MAX_LETTERS = 48
/** Words of one search; more are ignored. */
const MAX_WORDS = 8
/** Scripts without spaces between words: a search can start at any letter. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー]+/gu
/** Words that can have parts (`contact_words`): of scripts with spaces between words, without digits at the beginning. */
const HAS_PARTS = /^[a-z\u{aa}-\u{dff}][^@]*$/u
/** Letters of the shortest part. */
const MIN_PART = 3
/** Shorter forms of another spelling must be whole words: "Joe" does not find "John". */
const MIN_FORM = 4
/** Digits in the usual notations of phone numbers. */
const PHONE_LIKE = /^[+(]?\d[\d\s().\-/]{2,}$/

const lexeme = (tenantId: number, token: string): string => `${tenantId}|${token.slice(0, MAX_LETTERS)}`

/**
 * Returns the lexemes of contact.search, for array_to_tsvector: `"<tenantId>|<token>"`, so that each entry of the index
 * belongs to one tenant. Distinct, in no particular order.
 */
export const deriveSearchTokens = (tenantId: number, of: Searchable): string[] => {
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
 * Returns the tsquery for free text: every word must begin a token, or be a part of a name from three letters on; the
 * separators of a phone number do not matter. Null if the text contains no letter and no digit. Safe to cast, because
 * operators are quoted. The database adds the parts of names to the tokens (`contact_words`).
 */
export const buildSearchQuery = (tenantId: number, criteria: string): string | null => {
  const words = criteria.trim().split(/\s+/).flatMap(queryTokens).slice(0, MAX_WORDS)
  if (words.length === 0) return null
  const all = words.map((word) => matchWord(tenantId, word)).join(' & ')
  if (!PHONE_LIKE.test(criteria.trim())) return all
  return `${beginning(lexeme(tenantId, digitsOf(criteria)))} | (${all})`
}

/** Returns the letters of a search for one or two letters, folded; null for another one. */
export const shortSearch = (criteria: string): string | null => {
  const [word = '', ...more] = criteria.trim().split(/\s+/).flatMap(queryTokens)
  return more.length === 0 && word.length > 0 && word.length < MIN_PART && HAS_PARTS.test(word) ? word : null
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const beginning = (text: string): string => `${quote(text)}:*`
const part = (tenantId: number, letters: string): string => beginning(`${tenantId}~${letters.slice(0, MAX_LETTERS)}`)

/** Matches a word as it is written, and in the form of its other spellings. */
const matchWord = (tenantId: number, word: string): string => {
  const form = HAS_PARTS.test(word) ? spellingForm(word) : word
  const matches = [beginning(lexeme(tenantId, word))]
  if (word.length >= MIN_PART && HAS_PARTS.test(word)) matches.push(part(tenantId, word))
  if (form !== word && form.length < MIN_FORM) matches.push(quote(lexeme(tenantId, form)))
  else if (form !== word) matches.push(beginning(lexeme(tenantId, form)), part(tenantId, form))
  return matches.length === 1 ? matches.join('') : `(${matches.join(' | ')})`
}

/** Returns the tsquery for contacts with one of these folded words or numbers, as whole words. Null without words. */
export const buildWholeWordsQuery = (tenantId: number, words: readonly string[]): string | null =>
  words.map((word) => `'${lexeme(tenantId, word)}'`).join(' | ') || null

const queryTokens = (word: string): string[] => {
  if (/[\p{L}\p{N}]@/u.test(word)) return [emailToken(word)]
  return foldedWords(word).flatMap(partsByScript)
}

// Words in ASCII are indexed as they are: their scripts have spaces.
const indexWords = (text: string): string[] =>
  isAscii(text) ? foldedWords(text) : foldedWords(text).flatMap(partsByScript).flatMap(beginnings)

/** Splits "abc株式会社" into two words: a search starts at the start of one, and at any letter of the other. */
const partsByScript = (word: string): string[] =>
  word.split(/(?<=\p{Script=Latin}|\p{N})(?=\p{Script=Han})|(?<=\p{Script=Han})(?=\p{Script=Latin}|\p{N})/u)

/** Returns the word from every letter at which a search can start. */
const beginnings = (word: string): string[] => {
  UNSPACED.lastIndex = 0
  if (!UNSPACED.test(word)) return [word]
  const letters = [...word].slice(0, MAX_LETTERS)
  return letters.map((_, from) => letters.slice(from).join(''))
}

const emailToken = (email: string): string => fold(email.trim())
const compact = (text: string): string => foldedWords(text).join('')
const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Returns the whole number, with and without country code or trunk zero, and its endings that people search for. */
const phoneTokens = ({ number, e164 }: Searchable['phones'][number]): string[] => {
  const written = digitsOf(number)
  const whole = digitsOf(e164 ?? '')
  const ends = [10, 9, 8, 7, 4].filter((length) => written.length > length).map((length) => written.slice(-length))
  return [written, written.replace(/^0+/, ''), whole, ...ends]
}
