import { fold, foldedWords } from '#kernel/text/fold'

export interface PersonNames {
  prefix?: string | null
  firstName?: string | null
  middleName?: string | null
  lastName?: string | null
  suffix?: string | null
  commonName?: string | null
}

const present = (parts: (string | null | undefined)[]): string[] => parts.filter((part): part is string => !!part)

/** Names written without a blank, family name first: Chinese, Japanese, Korean. */
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・々]+$/u

/**
 * The name as it is shown: "Prefix First Middle Last Suffix"; the common name stands in for a missing first name.
 * Names in Han, kana or Hangul are written family name first without a blank.
 */
export const personDisplayName = (names: PersonNames): string => {
  const { prefix, middleName, lastName, suffix } = names
  const firstName = names.firstName || names.commonName
  const core = present([firstName, middleName, lastName])
  const isEastAsian = core.every((part) => EAST_ASIAN.test(part))
  const name = isEastAsian ? present([lastName, firstName, middleName]).join('') : core.join(' ')
  return present([prefix, name, suffix]).join(' ')
}

/** The key of the list's order, compared bytewise: "last first middle", lower case, no accents, no punctuation. */
export const personSortName = (names: PersonNames): string => {
  const { firstName, middleName, lastName, commonName } = names
  const ordered = present([lastName, firstName || commonName, middleName])
  return sortKey(ordered.join(' '))
}

export const organizationSortName = (name: string): string => sortKey(name)

/** A text as the list's order compares it. A name of nothing but signs is ordered by the signs. */
export const sortKey = (name: string): string => foldedWords(name).join(' ') || fold(name)
