import { countChaptersOfGroup } from '#areas/people/chapters/group-use.queries'
import { countCalendarsOfGroup } from '#areas/work/calendars/group-use.queries'
import { countActiveWorkflowsOfGroup } from '#areas/work/workflows/workflows.queries'
import type { GroupEditInput } from '#contract/people/groups'
import { badInput, conflict } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { oneLine } from '#kernel/text/one-line'
import type { Group, Prisma } from '#prisma/client'
import { setCategories } from './group-categories.service.ts'
import { groupEvents } from './groups.events.ts'
import { readGroup, type VersionedGroup } from './groups.queries.ts'
import { lockGroup } from './hold-group.service.ts'
import { isNameTaken } from './named-groups.service.ts'

/** Creates a group (id 0) or changes one; 409 where another has the name, whatever its case. */
export const saveGroup = (
  scope: Scope,
  id: number,
  input: GroupEditInput,
  expected: ExpectedVersion,
): Promise<VersionedGroup> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const name = id > 0 && input.Name === undefined ? undefined : await holdName(scope, tx, input.Name, id)
    const current = id === 0 ? undefined : await lockGroup(scope, tx, id)
    if (current) assertVersion(current.auditId, expected)
    const data = { name: name ?? current?.name ?? '', ...readInput(input, current) }
    const saved = current
      ? await tx.group.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, auditId: { increment: 1 } },
        })
      : await tx.group.create({ data: { ...data, tenantId } })
    const categories = await setCategories(scope, tx, saved.id, input.Categories)
    await record(scope, tx, saved, current ? 'updated' : 'created', { ...data, ...(categories && { categories }) })
    return readGroup(scope, saved.id, tx)
  })

/** Takes a group out of every list; who was in it is kept. 409 while a chapter, calendar or running workflow uses it. */
export const deleteGroup = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const group = await lockGroup(scope, tx, id)
    assertVersion(group.auditId, expected)
    await endGroup(scope, tx, group)
  })

/** The end of a group that is locked; what it held stays with it. `mergedInto`: the group that took its members. */
export const endGroup = async (scope: Scope, tx: Transaction, group: Group, mergedInto?: number): Promise<void> => {
  const { tenantId } = scope.db
  const chapters = await countChaptersOfGroup(tx, tenantId, group.id)
  if (chapters > 0) throw conflict('in-use', 'The group is that of a chapter. Give the chapter another one first.')
  if ((await countCalendarsOfGroup(tx, tenantId, group.id)) > 0) {
    throw conflict('in-use', 'A calendar is limited to the group. Limit it to another one first.')
  }
  if ((await countActiveWorkflowsOfGroup(tx, tenantId, group.id)) > 0) {
    throw conflict(
      'in-use',
      'A workflow that is on has the group as a source. Give it another one or switch it off first.',
    )
  }
  const data = { deletedAt: scope.clock.now(), auditId: group.auditId + 1 }
  const ended = await tx.group.update({ where: { tenantId_id: { tenantId, id: group.id } }, data })
  await record(scope, tx, ended, 'deleted', mergedInto === undefined ? {} : { mergedIntoId: mergedInto })
}

/**
 * A name as it is kept, free for the group `id` until the transaction ends.
 *
 * @throws 400 where it is blank, 409 duplicate.
 */
export const holdName = async (
  scope: Scope,
  tx: Transaction,
  sent: string | null | undefined,
  id: number,
): Promise<string> => {
  const name = oneLine(sent ?? '')
  if (!name) throw badInput('/Name', 'is needed and must not be blank')
  await lockSubject(tx, scope, 'contact_group')
  if (await isNameTaken(scope, tx, name, id)) throw conflict('duplicate', `There is another group called "${name}".`)
  return name
}

const readInput = (input: GroupEditInput, current: Group | undefined) => ({
  description: (input.Description === undefined ? current?.description : input.Description?.trim()) || null,
  disallowOptIn: input.DisallowOptIn ?? current?.disallowOptIn ?? false,
  disallowOptOut: input.DisallowOptOut ?? current?.disallowOptOut ?? false,
  isMemberViewable: input.IsMemberViewable ?? current?.isMemberViewable ?? false,
})

type Action = 'created' | 'updated' | 'deleted'

/** History and event of a group; what became of one that ends is told as well. */
export const record = (
  scope: Scope,
  tx: Transaction,
  group: Group,
  action: Action,
  changes: Prisma.InputJsonObject,
): Promise<void> =>
  recordChange(scope, tx, {
    entity: 'group',
    entityId: group.id,
    auditId: group.auditId,
    action,
    changes,
    event: { kind: groupEvents[action], payload: { name: group.name, ...(action === 'deleted' && changes) } },
  })
