import { ruleRefused } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'

/**
 * The name that a save asks for, blanks tidied; the present one where nothing is said.
 *
 * @throws 422 name-needed where that leaves none.
 */
export const readName = (sent: string | null | undefined, current?: string, pointer = '/Name'): string => {
  const name = sent === undefined ? current : oneLine(sent ?? '')
  if (!name) {
    throw ruleRefused('name-needed', 'The record needs a name.', [
      { pointer, message: 'is needed and must not be blank' },
    ])
  }
  return name
}

/** Names are unique whatever their case. */
export const nameKeyOf = (name: string): string => name.toLowerCase()

/** Text of several lines as it is kept: null where there is none. */
export const readText = (sent: string | null | undefined, current: string | null = null): string | null =>
  (sent === undefined ? current : sent?.trim()) || null
