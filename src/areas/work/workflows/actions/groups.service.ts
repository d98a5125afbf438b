import { addMembers, removeMembers } from '#areas/people/groups/members/members.service'
import type { DueRun, StepResult } from '../engine/run.model.ts'
import type { STEP, StepOf } from '../steps/step.model.ts'
import { type ActionContext, type ActionResults, forAll, forEachOne } from './actions.model.ts'

/** Adds the contacts to the groups, except to those that they have opted out of. */
export const performAdd = async (
  context: ActionContext,
  step: StepOf<typeof STEP.addToList>,
  runs: readonly DueRun[],
): Promise<ActionResults> => {
  const next = context.board.after(step)
  const lost = await lostGroups(context, step.options.GroupIds)
  if (lost) return forAll(runs, { state: 'failed', outcome: lost })
  const { tx, scope } = context
  const joined = await addMembers(scope, tx, membersOf(step.options.GroupIds, runs))
  const outcome = 'The contact is in the groups already, or has opted out of them.'
  return resultsOf(runs, joined, { state: 'done', next }, { state: 'skipped', outcome, next })
}

/** Removes the contacts from the groups. A run does not end if a step of its own workflow removes the contact from a source. */
export const performRemove = async (
  context: ActionContext,
  step: StepOf<typeof STEP.removeFromList>,
  runs: readonly DueRun[],
): Promise<ActionResults> => {
  const next = context.board.after(step)
  const { tx, scope } = context
  const left = await removeMembers(scope, tx, membersOf(step.options.GroupIds, runs))
  for (const run of runs) detach(run, step.options.GroupIds)
  return resultsOf(
    runs,
    left,
    { state: 'done', next },
    { state: 'skipped', outcome: 'The contact is in none of the groups.', next },
  )
}

/** Removes the contacts from the groups of the step, or from those by which they entered, and adds them to the others. */
export const performMove = async (
  context: ActionContext,
  step: StepOf<typeof STEP.moveToList>,
  runs: readonly DueRun[],
): Promise<ActionResults> => {
  const { tx, scope, board } = context
  const { FromGroupIds, ToGroupIds } = step.options
  const next = board.after(step)
  const lost = await lostGroups(context, ToGroupIds)
  if (lost) return forAll(runs, { state: 'failed', outcome: lost })
  for (const [from, some] of bySources(runs, FromGroupIds ?? null)) {
    const leaving = from.filter((id) => !ToGroupIds.includes(id))
    await removeMembers(scope, tx, membersOf(leaving, some))
    for (const run of some) detach(run, leaving)
  }
  const joined = await addMembers(scope, tx, membersOf(ToGroupIds, runs))
  return resultsOf(runs, joined, { state: 'done', next }, { state: 'done', outcome: NOT_ADDED, next })
}

/** Gives the contacts whose membership changed one result, and the others another. */
const resultsOf = (
  runs: readonly DueRun[],
  changed: readonly { contactId: number }[],
  done: StepResult,
  unchanged: StepResult,
): ActionResults => {
  const ids = new Set(changed.map(({ contactId }) => contactId))
  return forEachOne(runs, ({ contactId }) => (ids.has(contactId) ? done : unchanged))
}

/** The contact leaves its groups even if it cannot join the others. */
const NOT_ADDED = 'The contact is in the target groups already, or has opted out of them.'

/** Groups runs by the groups that their contacts leave. */
const bySources = (runs: readonly DueRun[], named: readonly number[] | null): [number[], DueRun[]][] => {
  if (named && named.length > 0) return [[[...named], [...runs]]]
  const groups = new Map<string, DueRun[]>()
  for (const run of runs) {
    const key = [...run.sourceIds].sort((a, b) => a - b).join()
    groups.set(key, [...(groups.get(key) ?? []), run])
  }
  return [...groups].map(([key, some]) => [key === '' ? [] : key.split(',').map(Number), some])
}

const detach = (run: DueRun, groupIds: readonly number[]): void => {
  run.sourceIds = run.sourceIds.filter((id) => !groupIds.includes(id))
}

const membersOf = (groupIds: readonly number[], runs: readonly DueRun[]) =>
  groupIds.flatMap((groupId) => runs.map(({ contactId }) => ({ groupId, contactId })))

/** Returns the outcome if none of the groups exists; null if one does. */
const lostGroups = async ({ tx, scope }: ActionContext, ids: readonly number[]): Promise<string | null> => {
  const where = { tenantId: scope.db.tenantId, id: { in: [...ids] }, deletedAt: null }
  return (await tx.group.findFirst({ where, select: { id: true } })) ? null : 'Its groups were deleted.'
}
