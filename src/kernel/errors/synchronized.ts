import { conflict, type Problem } from './problem.ts'

/**
 * Returns 409: the data comes from another tenant.
 *
 * @param name of its source.
 * @param connectionId of the connection here.
 */
export const synchronized = (name = 'another tenant', connectionId?: number): Problem => {
  const remedy = 'Change it there, or save the connection without this part first.'
  const through = connectionId === undefined ? 'a connection' : `connection ${connectionId}`
  const detail = `The data comes from ${name} through ${through} and is read-only here. ${remedy}`
  return conflict('synchronized', detail, connectionId === undefined ? {} : { ConnectionId: connectionId })
}
