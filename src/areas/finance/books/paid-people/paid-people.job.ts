import { settlePerson } from '#areas/people/contacts/unmatched/unmatched.service'
import { Problem } from '#kernel/errors/problem'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { paidPersonSql } from './paid-people.sql.ts'

/** The job that takes a person into the contacts that has paid. */
export const TAKE_IN_PERSON = 'take_in_person'

/**
 * Takes in a person that has paid, if the tenant still does so: by the rule of many at once, so that one that may be a contact
 * already stays in the list of people for staff. A person that a merge cannot move stays there too. Running it again does nothing.
 */
export const takeInPerson: Task = async (context, payload) => {
  const { tenantId, contactId } = payload as { tenantId: number; contactId: number }
  const scope = await systemScope(context, tenantId)
  if (!scope.tenant.takesInPaidPeople) return
  try {
    await scope.db.transaction(async (tx) => {
      const [person] = await tx.rows<{ id: number }>(paidPersonSql(tenantId, contactId))
      if (person) await settlePerson(scope, tx, person.id, true)
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    context.log.info({ tenant: tenantId, contact: contactId, code: error.code }, 'a person that paid stays unmatched')
  }
}
