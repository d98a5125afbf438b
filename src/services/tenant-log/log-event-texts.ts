import { foldedWords } from '#kernel/text/fold'

/** Severities, the lowest first. */
export const LOG_LEVELS = ['Verbose', 'Debug', 'Information', 'Warning', 'Error', 'Fatal'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Returns the number under which a severity is stored: 1 Verbose to 6 Fatal. */
export const numberOfLevel = (level: LogLevel): number => LOG_LEVELS.indexOf(level) + 1

/** The source of the failures that the server itself writes. No event of another system has it. */
export const SERVER_SOURCE = 'Server'

/** The maximum number of characters of each text of an event. */
export const MAX_CHARACTERS = {
  logType: 100,
  message: 4000,
  entityType: 100,
  entityKey: 200,
  source: 200,
  destination: 200,
  alternateName: 200,
  sourceType: 100,
  tags: 500,
  details: 100_000,
} as const

/** Longer words are cut, in the index and in queries. */
const MAX_LETTERS = 48
/** Words of one event that searches find; of details, those of the first characters only. */
const MAX_WORDS = 1000
const MAX_SEARCHED_DETAILS = 20_000
/** Words of one search; more are ignored. */
const MAX_SEARCH_WORDS = 8

/** The texts of an event that searches read. */
export interface SearchedTexts {
  message: string
  source?: string | null
  alternateName?: string | null
  tags?: readonly string[]
  details?: string | null
}

/**
 * Returns the words of an event as PostgreSQL reads a tsvector. Each begins with the tenant, so that an entry of the index
 * belongs to one tenant. Words contain letters and digits only, so none needs quotes.
 */
export const searchVector = (
  tenantId: number,
  { message, source, alternateName, tags = [], details }: SearchedTexts,
): string => {
  const texts = [message, source ?? '', alternateName ?? '', ...tags, details?.slice(0, MAX_SEARCHED_DETAILS) ?? '']
  const words = new Set(foldedWords(texts.join('\n')).map((word) => word.slice(0, MAX_LETTERS)))
  return [...words]
    .slice(0, MAX_WORDS)
    .map((word) => `${tenantId}|${word}`)
    .join(' ')
}

/**
 * Returns the words of a search, each as a tsquery. Every one must occur, as a whole, or as a beginning if an asterisk follows
 * it. Safe to cast: words contain letters and digits only.
 */
export const searchWords = (tenantId: number, criteria: string): string[] => {
  const terms = criteria
    .split(/\s+/)
    .flatMap((part) => {
      const words = foldedWords(part)
      return words.map((word, index) => ({ word, isOpen: part.endsWith('*') && index === words.length - 1 }))
    })
    .slice(0, MAX_SEARCH_WORDS)
  return terms.map(({ word, isOpen }) => `'${tenantId}|${word.slice(0, MAX_LETTERS)}'${isOpen ? ':*' : ''}`)
}

/** Returns the tsquery for a search; null without words. */
export const searchQuery = (tenantId: number, criteria: string): string | null =>
  searchWords(tenantId, criteria).join(' & ') || null
