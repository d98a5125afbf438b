import type { ActivityInput } from '#contract/people/contacts'
import { badInput, notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { readInstant } from '#kernel/time/instant'
import type { ContactActivity } from '#prisma/client'
import { changeContact } from '../contact-changes.service.ts'
import { optionalLines } from '../contact-parts.input.ts'
import type { Versioned } from '../contact-parts.ts'

const MOST_CHARACTERS = 20_000

/** Records a note, call, meeting and so on (id 0) or changes one. */
export const saveActivity = (
  scope: Scope,
  contactId: number,
  id: number,
  input: ActivityInput,
  expected: ExpectedVersion,
): Promise<Versioned<ContactActivity>> =>
  changeContact(scope, contactId, expected, 'activities', async (tx) => {
    const { tenantId } = scope.db
    const current = id === 0 ? undefined : await findActivity(scope, tx, contactId, id)
    const data = readInput(scope, input, current)
    const answer = current
      ? await tx.contactActivity.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, auditId: { increment: 1 } },
        })
      : await tx.contactActivity.create({
          data: { ...data, tenantId, contactId, createdBy: actorName(scope.actor) },
        })
    return { answer, changes: { id: answer.id, ...data } }
  })

export const deleteActivity = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'activities', async (tx) => {
    const { typeId, activityDate, description } = await findActivity(scope, tx, contactId, id)
    await tx.contactActivity.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { answer: null, changes: { id, typeId, activityDate, description, isDeleted: true } }
  })

const readInput = (scope: Scope, input: ActivityInput, current: ContactActivity | undefined) => {
  const typeId = input.ActivityTypeId ?? current?.typeId
  if (typeId === undefined) throw badInput('/ActivityTypeId', 'is needed')
  const said = optionalLines(input.Description, '/Description')
  const description = said === undefined ? current?.description : said
  if (!description) throw badInput('/Description', 'is needed and must not be blank')
  if (description.length > MOST_CHARACTERS)
    throw badInput('/Description', `must not have more than ${MOST_CHARACTERS} characters`)
  return {
    typeId,
    description,
    activityDate: readInstant(input.ActivityDate) ?? current?.activityDate ?? scope.clock.now(),
  }
}

const findActivity = async ({ db }: Scope, tx: Transaction, contactId: number, id: number) => {
  const activity = await tx.contactActivity.findFirst({ where: { tenantId: db.tenantId, contactId, id } })
  if (!activity) throw notFound('activity')
  return activity
}
