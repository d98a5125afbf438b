import type { FastifyReply } from 'fastify'
import { sendVersion } from '#kernel/http/versions'
import type { Versioned } from './contact-parts.queries.ts'

/** Sends the version of the contact as ETag, and returns what belongs to the contact. */
export const sendVersionOf = <T>(reply: FastifyReply, { result, auditId }: Versioned<T>): T => {
  sendVersion(reply, auditId)
  return result
}

export type PartAction = 'view' | 'edit' | 'delete'

/**
 * Returns what the caller can do with what belongs to contacts.
 *
 * @param editable the contacts that it can change: findEditable.
 */
export const presentPartActions = (
  editable: ReadonlySet<number>,
  ...contactIds: readonly [number, ...number[]]
): PartAction[] => (contactIds.every((id) => editable.has(id)) ? ['view', 'edit', 'delete'] : ['view'])

/** Formats a stored day as YYYY-MM-DD. */
export const formatDay = (day: Date | null): string | null => (day ? day.toISOString().slice(0, 10) : null)
