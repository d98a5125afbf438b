import { type Problem, ruleRefused } from '#kernel/errors/problem'
import type { ContactRelationshipType } from '#prisma/client'

/** The system type of relationship types whose far side is staff: their relationships are assignments. */
export const STAFF = 3

/** A relationship as it is stored: the far contact is the `type.name` of the near one. */
export interface Edge {
  nearId: number
  farId: number
  type: ContactRelationshipType
}

export const isSymmetric = ({ name, reverseName }: ContactRelationshipType): boolean => name === reverseName

/** Rejects a type that does not fit the types of the two contacts. Does not check that a far side is staff. */
export const requireFittingType = (type: ContactRelationshipType, nearTypeId: number, farTypeId: number): void => {
  const fitsNear = type.fromSystemTypeId === null || type.fromSystemTypeId === nearTypeId
  const fitsFar = type.systemTypeId === STAFF || type.systemTypeId === farTypeId
  if (fitsNear && fitsFar) return
  throw ruleRefused('wrong-contact-type', `The type "${type.name}" does not fit the types of the two contacts.`)
}

export const selfRelationship = (): Problem =>
  ruleRefused('self-relationship', 'A contact cannot be related to itself.')
