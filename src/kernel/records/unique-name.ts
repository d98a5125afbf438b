import { conflict } from '../errors/problem.ts'
import { nameKeyOf, parseName } from './names.ts'
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

/**
 * Parses the name of a record that no other record of the kind may have, with the key to store. Lock the names first, as
 * for requireUniqueName.
 *
 * @param findOther finds another record with the key of the name.
 * @throws 409 `duplicate`, 422 `name-needed`.
 */
export const parseUniqueName = async (
  kind: Pick<RecordKind<never>, 'entity' | 'noun'>,
  sent: string | null | undefined,
  current: { name: string } | null,
  findOther: (nameKey: string) => Promise<object | null>,
): Promise<{ name: string; nameKey: string }> => {
  const name = parseName(sent, current?.name)
  const nameKey = nameKeyOf(name)
  requireUniqueName(kind, name, await findOther(nameKey))
  return { name, nameKey }
}
