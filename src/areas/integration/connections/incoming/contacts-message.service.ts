import { Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { MessageData } from '../channel/channel.model.ts'
import type { MappedConnection } from '../connections.queries.ts'
import { parseStates } from '../states/states.input.ts'
import { applyState } from './incoming.service.ts'
import { applyWaitingRoles } from './received-roles.service.ts'

const ORGANIZATION = 2

/**
 * Applies the states of a message, each in its own transaction. A state that a rule of this tenant rejects is reported and
 * left out, so that it does not stop the others.
 *
 * @returns whether all were handled; false if the connection is disabled or deleted, or the source has disabled it after it
 * sent the message; and the contacts that were rejected.
 */
export const applyContacts = async (
  scope: Scope,
  connection: MappedConnection,
  sequence: number,
  data: MessageData,
): Promise<{ isApplied: boolean; refused: number[] }> => {
  const refused: number[] = []
  const origin = { connectionId: connection.id, sequence }
  for (const state of parseStates(data)) {
    try {
      if ((await applyState(scope, origin, state)) === 'stopped') return { isApplied: false, refused }
      if (state.systemTypeId === ORGANIZATION && !(await applyWaitingRoles(scope, origin, state.contactId)))
        return { isApplied: false, refused }
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      refused.push(state.contactId)
      scope.log.warn(
        { code: error.code, connection: connection.id, contact: state.contactId },
        'a rule rejected the state of a synchronized contact',
      )
    }
  }
  return { isApplied: true, refused }
}
