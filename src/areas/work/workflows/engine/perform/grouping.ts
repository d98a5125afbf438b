import { addMembers, removeMembers } from '#areas/people/groups/members/members.service'
import type { STEP } from '#areas/work/workflows/steps/step-types'
import type { Traveller } from '../traveller.ts'
import { forAll, forEachOne, type Performing, type Results, type StepOf } from './performing.ts'

/** Puts each into the groups; who opted out of one is left out of it. */
export const performAdd = async (
  performing: Performing,
  step: StepOf<typeof STEP.addToList>,
  travellers: readonly Traveller[],
): Promise<Results> => {
  const next = performing.board.after(step)
  const lost = await lostGroups(performing, step.options.GroupIds)
  if (lost) return forAll(travellers, { state: 'failed', outcome: lost, next })
  const { tx, scope } = performing
  const came = await addMembers(scope, tx, membersOf(step.options.GroupIds, travellers))
  const added = new Set(came.map(({ contactId }) => contactId))
  return forEachOne(travellers, ({ contactId }) =>
    added.has(contactId)
      ? { state: 'done', next }
      : { state: 'skipped', outcome: 'The contact was in the groups, or had opted out.', next },
  )
}

/** Takes each out of the groups. Leaving a source by a step of the workflow itself does not end the run. */
export const performRemove = async (
  performing: Performing,
  step: StepOf<typeof STEP.removeFromList>,
  travellers: readonly Traveller[],
): Promise<Results> => {
  const next = performing.board.after(step)
  const { tx, scope } = performing
  const went = await removeMembers(scope, tx, membersOf(step.options.GroupIds, travellers))
  for (const traveller of travellers) detach(traveller, step.options.GroupIds)
  const removed = new Set(went.map(({ contactId }) => contactId))
  return forEachOne(travellers, ({ contactId }) =>
    removed.has(contactId)
      ? { state: 'done', next }
      : { state: 'skipped', outcome: 'The contact was in none of the groups.', next },
  )
}

/** Takes each out of the groups named, or of those that it came by, and puts it into the others. */
export const performMove = async (
  performing: Performing,
  step: StepOf<typeof STEP.moveToList>,
  travellers: readonly Traveller[],
): Promise<Results> => {
  const { tx, scope, board } = performing
  const { FromGroupIds, ToGroupIds } = step.options
  const next = board.after(step)
  const lost = await lostGroups(performing, ToGroupIds)
  if (lost) return forAll(travellers, { state: 'failed', outcome: lost, next })
  const runner = tx
  for (const [from, some] of bySources(travellers, FromGroupIds ?? null)) {
    const leaving = from.filter((id) => !ToGroupIds.includes(id))
    await removeMembers(scope, runner, membersOf(leaving, some))
    for (const traveller of some) detach(traveller, leaving)
  }
  const came = await addMembers(scope, runner, membersOf(ToGroupIds, travellers))
  const added = new Set(came.map(({ contactId }) => contactId))
  return forEachOne(travellers, ({ contactId }) =>
    added.has(contactId) ? { state: 'done', next } : { state: 'done', outcome: NOT_ADDED, next },
  )
}

/** Who leaves the one groups does so whether or not the others take it in. */
const NOT_ADDED = 'The contact was in the groups to move to, or had opted out of them.'

/** Who leaves the same groups, together. */
const bySources = (travellers: readonly Traveller[], named: readonly number[] | null): [number[], Traveller[]][] => {
  if (named && named.length > 0) return [[[...named], [...travellers]]]
  const groups = new Map<string, Traveller[]>()
  for (const traveller of travellers) {
    const key = [...traveller.sourceIds].sort((a, b) => a - b).join()
    groups.set(key, [...(groups.get(key) ?? []), traveller])
  }
  return [...groups].map(([key, some]) => [key === '' ? [] : key.split(',').map(Number), some])
}

const detach = (traveller: Traveller, groupIds: readonly number[]): void => {
  traveller.sourceIds = traveller.sourceIds.filter((id) => !groupIds.includes(id))
}

const membersOf = (groupIds: readonly number[], travellers: readonly Traveller[]) =>
  groupIds.flatMap((groupId) => travellers.map(({ contactId }) => ({ groupId, contactId })))

/** What to say where none of the groups is there any more; null where one is. */
const lostGroups = async ({ tx, scope }: Performing, ids: readonly number[]): Promise<string | null> => {
  const where = { tenantId: scope.db.tenantId, id: { in: [...ids] }, deletedAt: null }
  return (await tx.group.findFirst({ where, select: { id: true } })) ? null : 'Its groups were deleted.'
}
