import type { ContactRelationshipTypeEditInput } from '#contract/people/contact-relationship-types'
import { badInput } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import type { ContactRelationshipType } from '#prisma/client'
import { systemKinds } from './contact-relationship-types.model.ts'

/** The columns of a type that a save sets. */
export type TypeData = Pick<
  ContactRelationshipType,
  | 'systemTypeId'
  | 'fromSystemTypeId'
  | 'name'
  | 'reverseName'
  | 'description'
  | 'inheritsRights'
  | 'reverseInheritsRights'
>

/** Returns whether a type is symmetric: both labels are the same. */
export const isSymmetric = ({ name, reverseName }: Pick<TypeData, 'name' | 'reverseName'>): boolean =>
  name === reverseName

/** Parses a type. A field that is left out keeps its value. @throws 400 naming the field. */
export const parseRelationshipType = (
  input: ContactRelationshipTypeEditInput,
  current: ContactRelationshipType | null,
): TypeData => {
  const systemTypeId = parseFarKind(input, current)
  const labels = parseLabels(input, current)
  return {
    systemTypeId,
    fromSystemTypeId: parseNearKind(input, current),
    ...labels,
    description: (input.Description === undefined ? current?.description : input.Description?.trim()) || null,
    ...parseRights(input, current, systemTypeId, isSymmetric(labels)),
  }
}

const parseFarKind = (
  { SystemRelationshipTypeId }: ContactRelationshipTypeEditInput,
  current: ContactRelationshipType | null,
): number => {
  const kind = SystemRelationshipTypeId === undefined ? current?.systemTypeId : Number(SystemRelationshipTypeId)
  if (!kind) throw badInput('/SystemRelationshipTypeId', 'is required')
  return kind
}

const parseNearKind = (
  { FromSystemContactTypeId }: ContactRelationshipTypeEditInput,
  current: ContactRelationshipType | null,
): number | null =>
  FromSystemContactTypeId === undefined ? (current?.fromSystemTypeId ?? null) : Number(FromSystemContactTypeId) || null

/**
 * Parses both labels. A missing or removed reverse label is the same as the other label and changes together with it.
 */
const parseLabels = (input: ContactRelationshipTypeEditInput, current: ContactRelationshipType | null) => {
  const name = input.Name === undefined ? current?.name : oneLine(input.Name ?? '')
  if (!name) throw badInput('/Name', 'is required and must not be blank')
  const kept = current && !isSymmetric(current) ? current.reverseName : ''
  const reverse = input.ReverseName === undefined ? kept : oneLine(input.ReverseName ?? '')
  const isSame = reverse === '' || reverse.toLowerCase() === name.toLowerCase()
  return { name, reverseName: isSame ? name : reverse }
}

/**
 * Parses which side may act for the other. For a symmetric type the rights are the same on both sides. Staff have only
 * the rights of their logins.
 */
const parseRights = (
  { InheritsRights, ReverseInheritsRights }: ContactRelationshipTypeEditInput,
  current: ContactRelationshipType | null,
  systemTypeId: number,
  isSame: boolean,
): Pick<TypeData, 'inheritsRights' | 'reverseInheritsRights'> => {
  let far = InheritsRights ?? current?.inheritsRights ?? false
  let near = ReverseInheritsRights ?? current?.reverseInheritsRights ?? false
  if (isSame && InheritsRights !== undefined && ReverseInheritsRights !== undefined && far !== near) {
    throw badInput('/ReverseInheritsRights', 'must be equal to InheritsRights if both labels are the same')
  }
  if (isSame) far = near = InheritsRights ?? ReverseInheritsRights ?? (far || near)
  if (systemTypeId === systemKinds.staff && (far || near)) {
    throw badInput(far ? '/InheritsRights' : '/ReverseInheritsRights', 'must not be true if the far side is staff')
  }
  return { inheritsRights: far, reverseInheritsRights: near }
}
