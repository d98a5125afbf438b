import type { ContactRelationshipTypeEditInput } from '#contract/people/contact-relationship-types'
import { badInput } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import type { ContactRelationshipType } from '#prisma/client'
import { systemKinds } from './contact-relationship-types.model.ts'

/** What of a type can be written. */
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

/** Equal labels make a type symmetric. */
export const isSymmetric = ({ name, reverseName }: Pick<TypeData, 'name' | 'reverseName'>): boolean =>
  name === reverseName

/** The type as it would be after the save: what the input leaves out stays. 400 naming the field where it cannot be. */
export const readTypeInput = (
  input: ContactRelationshipTypeEditInput,
  current: ContactRelationshipType | undefined,
): TypeData => {
  const systemTypeId = readFarKind(input, current)
  const labels = readLabels(input, current)
  return {
    systemTypeId,
    fromSystemTypeId: readNearKind(input, current),
    ...labels,
    description: (input.Description === undefined ? current?.description : input.Description?.trim()) || null,
    ...readRights(input, current, systemTypeId, isSymmetric(labels)),
  }
}

const readFarKind = (
  { SystemRelationshipTypeId }: ContactRelationshipTypeEditInput,
  current: ContactRelationshipType | undefined,
): number => {
  const kind = SystemRelationshipTypeId === undefined ? current?.systemTypeId : Number(SystemRelationshipTypeId)
  if (!kind) throw badInput('/SystemRelationshipTypeId', 'is needed')
  return kind
}

const readNearKind = (
  { FromSystemContactTypeId }: ContactRelationshipTypeEditInput,
  current: ContactRelationshipType | undefined,
): number | null =>
  FromSystemContactTypeId === undefined ? (current?.fromSystemTypeId ?? null) : Number(FromSystemContactTypeId) || null

/**
 * Both labels. A reverse label that was never given, or that is taken away, is the same as the other one, and follows
 * it when that is renamed.
 */
const readLabels = (input: ContactRelationshipTypeEditInput, current: ContactRelationshipType | undefined) => {
  const name = input.Name === undefined ? current?.name : oneLine(input.Name ?? '')
  if (!name) throw badInput('/Name', 'is needed and must not be blank')
  const kept = current && !isSymmetric(current) ? current.reverseName : ''
  const reverse = input.ReverseName === undefined ? kept : oneLine(input.ReverseName ?? '')
  const isSame = reverse === '' || reverse.toLowerCase() === name.toLowerCase()
  return { name, reverseName: isSame ? name : reverse }
}

/** Who may act for whom. Of a symmetric type both sides or none; staff act by the rights of their logins alone. */
const readRights = (
  { InheritsRights, ReverseInheritsRights }: ContactRelationshipTypeEditInput,
  current: ContactRelationshipType | undefined,
  systemTypeId: number,
  isSame: boolean,
): Pick<TypeData, 'inheritsRights' | 'reverseInheritsRights'> => {
  let far = InheritsRights ?? current?.inheritsRights ?? false
  let near = ReverseInheritsRights ?? current?.reverseInheritsRights ?? false
  if (isSame && InheritsRights !== undefined && ReverseInheritsRights !== undefined && far !== near) {
    throw badInput('/ReverseInheritsRights', 'must be the same as InheritsRights where both labels are the same')
  }
  if (isSame) far = near = InheritsRights ?? ReverseInheritsRights ?? (far || near)
  if (systemTypeId === systemKinds.staff && (far || near)) {
    throw badInput(far ? '/InheritsRights' : '/ReverseInheritsRights', 'must not be true towards staff')
  }
  return { inheritsRights: far, reverseInheritsRights: near }
}
