import { oneLine } from '#kernel/text/one-line'
import { UserError } from './failure.ts'

/** Parses the value of --name. */
export const visibleName = (text: string): string => {
  const name = oneLine(text)
  if (name !== '') return name
  throw new UserError('--name must not be blank.')
}
