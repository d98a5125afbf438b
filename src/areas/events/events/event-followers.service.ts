import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Event } from '#prisma/client'

/**
 * Does what a change of an event requires elsewhere, such as mails to its participants. It is called in the transaction of the
 * change, in which the event is locked and saved.
 */
export type EventFollower = (scope: Scope, tx: Transaction, before: Event, saved: Event) => Promise<void>

export const eventFollowers = register<EventFollower>('followers of events')
