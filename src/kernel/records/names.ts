import { ruleRefused } from '../errors/problem.ts'
import { oneLine } from '../text/one-line.ts'

/**
 * Parses the name of a record, on one line and without surplus spaces. A name that is left out keeps its value.
 *
 * @throws 422 name-needed if the name is missing or blank.
 */
export const parseName = (sent: string | null | undefined, current?: string, pointer = '/Name'): string => {
  const name = sent === undefined ? current : oneLine(sent ?? '')
  if (!name) {
    throw ruleRefused('name-needed', 'The name is missing. Send a name that is not blank.', [
      { pointer, message: 'is required and must not be blank' },
    ])
  }
  return name
}

/** Returns the key by which names are unique, case-insensitive. */
export const nameKeyOf = (name: string): string => name.toLowerCase()

/** Parses a text of several lines; a text without visible characters is null. */
export const parseText = (sent: string | null | undefined, current: string | null = null): string | null =>
  (sent === undefined ? current : sent?.trim()) || null
