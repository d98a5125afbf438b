import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ContactIdSlot, contactIdsOf, isContactId, type RequestContactIds } from '../contract/contact-ids.ts'
import type { Operation } from '../contract/schema.ts'
import { Problem } from '../errors/problem.ts'
import { findWinners } from '../records/merged-contacts.ts'

type Handle<R> = (request: FastifyRequest, reply: FastifyReply) => Promise<R>

/**
 * Makes the id of a merged contact mean its winner, in paths, queries and bodies. Other methods than GET replace the ids
 * before the handler, with one statement if the request contains any; if the handler then misses a record, a merge can have
 * ended after the statement, and the ids that it merged are replaced for a second run. A GET runs unchanged; only if it finds nothing, the
 * ids are replaced and it runs again, so that no read of an existing record costs a statement more. Content-Location is then
 * the address of the winner.
 */
export const followMerges = <R>(operation: Operation, handle: Handle<R>): Handle<R> => {
  const ids = contactIdsOf(operation)
  if (!ids) return handle
  if (operation.method !== 'GET')
    return async (request, reply) => {
      await replaceMerged(request, ids)
      try {
        return await handle(request, reply)
      } catch (error) {
        // A contact can be merged while the request waits for its lock. What the request did then was rolled back.
        if (!isAboutMissing(error) || !(await replaceMerged(request, ids))) throw error
        return handle(request, reply)
      }
    }
  return async (request, reply) => {
    try {
      return await handle(request, reply)
    } catch (error) {
      if (!(error instanceof Problem && error.status === 404) || !(await replaceMerged(request, ids))) throw error
      const result = await handle(request, reply)
      reply.header('content-location', addressOf(operation, request))
      return result
    }
  }
}

const isAboutMissing = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 404 || error.code === 'unknown-reference')

/** Replaces the ids of merged contacts in a request. Returns whether there were any. */
const replaceMerged = async (request: FastifyRequest, ids: RequestContactIds): Promise<boolean> => {
  // Without a caller, a public operation has no tenant yet, and no contact that the ids could be.
  if (!request.caller) return false
  const { scope, params, query, body } = request
  const { db } = scope
  const slots: ContactIdSlot[] = []
  ids.params?.(params, slots)
  ids.querystring?.(query, slots)
  ids.body?.(body, slots)
  const winners = await findWinners(db, db.tenantId, slots.map(idIn))
  if (winners.size === 0) return false
  for (const slot of slots) {
    const winner = winners.get(idIn(slot))
    if (winner !== undefined) slot.replace(typeof slot.value === 'string' ? String(winner) : winner)
  }
  return true
}

/** Returns the id in a value; NaN for a value that is not an id. Shapes with ids as text accept their digits. */
const idIn = ({ value }: ContactIdSlot): number =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? Number(value) : Number.NaN

const addressOf = ({ url: template }: Operation, { params, query, url }: FastifyRequest): string => {
  const [path, search] = [params, query] as Record<string, unknown>[]
  const address = new URL(
    template.replace(/:(\w+)/g, (_, name: string) => String(path?.[name])),
    'http://local',
  )
  for (const [name, value] of new URL(url, 'http://local').searchParams)
    address.searchParams.append(name, isContactId(name, {}) ? String(search?.[name]) : value)
  return `${address.pathname}${address.search}`
}
