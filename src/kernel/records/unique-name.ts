import { conflict } from '../errors/problem.ts'
import type { RecordKind } from './record-kind.ts'

/**
 * Rejects a name that another record of the kind has. Lock the names first (lockSubject), so that two saves cannot
 * both find the name unused.
 *
 * @param other the other record with the name, null if there is none.
 * @throws 409 `duplicate`.
 */
export const requireUniqueName = (
  { entity, noun = entity }: Pick<RecordKind<never>, 'entity' | 'noun'>,
  name: string,
  other: object | null | undefined,
): void => {
  if (other) throw conflict('duplicate', `There is another ${noun} called "${name}".`)
}
