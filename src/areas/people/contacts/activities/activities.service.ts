import type { ActivityInput } from '#contract/people/contacts'
import { badInput, notFound } from '#kernel/errors/problem'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { actorName } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { readInstant } from '#kernel/time/instant'
import type { ContactActivity } from '#prisma/client'
import { changeContact } from '../contact-changes.service.ts'
import { parseLinesField, pickSent } from '../contact-parts.input.ts'
import type { Versioned } from '../contact-parts.queries.ts'

/** Returns one activity of a contact; 404 if there is none with this id. */
const getActivity = async (models: Models, { db }: Scope, contactId: number, id: number): Promise<ContactActivity> => {
  const activity = await models.contactActivity.findFirst({ where: { tenantId: db.tenantId, contactId, id } })
  if (!activity) throw notFound('activity')
  return activity
}

const MAX_CHARACTERS = 20_000

/** Adds an activity, such as a note, call or meeting (id 0), or changes one. @throws 400, 404, 412. */
export const saveActivity = (
  scope: Scope,
  contactId: number,
  id: number,
  input: ActivityInput,
  expected: ExpectedVersion,
): Promise<Versioned<ContactActivity>> =>
  changeContact(scope, contactId, expected, 'activities', async (tx) => {
    const { tenantId } = scope.db
    const current = id === 0 ? undefined : await getActivity(tx, scope, contactId, id)
    const data = parseActivity(scope, input, current)
    const result = current
      ? await tx.contactActivity.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await tx.contactActivity.create({
          data: { ...data, tenantId, contactId, createdBy: actorName(scope.actor) },
        })
    return { result, changes: { id: result.id, ...data }, before: current }
  })

/** Deletes an activity. @throws 404, 412. */
export const deleteActivity = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'activities', async (tx) => {
    const before = await getActivity(tx, scope, contactId, id)
    const { typeId, activityDate, description } = before
    await tx.contactActivity.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { result: null, changes: { id, typeId, activityDate, description, isDeleted: true }, before }
  })

const parseActivity = (scope: Scope, input: ActivityInput, current: ContactActivity | undefined) => {
  const typeId = input.ActivityTypeId ?? current?.typeId
  if (typeId === undefined) throw badInput('/ActivityTypeId', 'is required')
  const description = pickSent(parseLinesField(input.Description, '/Description'), current?.description)
  if (!description) throw badInput('/Description', 'is required and must not be blank')
  if (description.length > MAX_CHARACTERS)
    throw badInput('/Description', `must have at most ${MAX_CHARACTERS} characters`)
  return {
    typeId,
    description,
    activityDate: readInstant(input.ActivityDate) ?? current?.activityDate ?? scope.clock.now(),
  }
}
