import type { ContactCommunication } from '#prisma/client'

/** The kind of a communication, as the owner of its files. */
export const COMMUNICATION = 'communication'

export interface CommunicationWithFiles extends ContactCommunication {
  /** Ascending. */
  fileIds: number[]
}

// The initials of a name: the first character of its first and of its last word. "Ada King (Byron)" has AB, "Ada" has A.

/** Spaces, punctuation and symbols, as ranges and not as classes: the classes of PostgreSQL depend on its locale. */
const SEPARATORS =
  String.raw`\u0001-\u0026\u0028-\u002c\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9` +
  String.raw`\u00bb-\u00bf\u00d7\u00f7\u2000-\u2018\u201a-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3020` +
  String.raw`\u3030\ufe00-\ufe0f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65🀀-🫿`
/** Characters inside a word that do not begin one: apostrophes, dot, hyphen and accents. */
const INNER = String.raw`\u0027\u2019\u002e\u002d\u0300-\u036f`

/** Regular expressions that JavaScript and PostgreSQL read alike. The second captures the first character of the last word. */
export const FIRST_INITIAL = `[^${SEPARATORS}${INNER}]`
export const LAST_INITIAL = `${FIRST_INITIAL}.*[${SEPARATORS}][${INNER}]*(${FIRST_INITIAL})`

const first = new RegExp(FIRST_INITIAL, 'u')
const last = new RegExp(LAST_INITIAL, 'su')

/** Returns the initials in upper case; null if the name has no word. */
export const initialsOf = (name: string | null): string | null =>
  [first.exec(name ?? '')?.[0], last.exec(name ?? '')?.[1]].map(toUpper).join('') || null

/** Converts to upper case like upper() of PostgreSQL, which keeps a letter whose upper case is several letters. */
const toUpper = (character = ''): string => {
  const upper = character.toUpperCase()
  return [...upper].length > 1 ? character : upper
}
