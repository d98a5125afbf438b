import type { FastifyBaseLogger } from 'fastify'
import type { Tenant } from '#prisma/client'
import { covers } from '../auth/scopes.ts'
import type { Clock } from '../time/clock.ts'
import type { ChapterLimit } from './tenant-context.ts'
import type { TenantDb } from './tenant-db.ts'

/** Who acts: a staff login, an API key, an OAuth client on its own, or the system. */
export type Actor =
  | { kind: 'login'; id: number; permissionId: number; contactId: number | null }
  | { kind: 'key'; id: number }
  | { kind: 'client'; id: number }
  | { kind: 'system'; id: 0 }

/** "login:3", "key:7": how history and ownership name an actor. */
export const actorName = (actor: Actor): string => (actor.kind === 'system' ? 'system' : `${actor.kind}:${actor.id}`)

/** What a request (or a job) works with. Services take it as their first argument and see neither request nor reply. */
export interface Scope {
  readonly tenant: Tenant
  readonly actor: Actor
  readonly grants: ReadonlySet<string>
  readonly db: TenantDb
  /** What the caller is limited to; the database holds it to that. Null: the whole tenant. */
  readonly chapters: ChapterLimit | null
  readonly clock: Clock
  readonly requestId: string
  readonly log: FastifyBaseLogger
  /** Set while a request carries an Idempotency-Key: the claim that the change settles in its own transaction. */
  readonly idempotency?: { credential: string; key: string }
}

/** Whether the caller holds a scope; `admin` holds all of its tenant, `platform` is held only by name. */
export const holds = (scope: Pick<Scope, 'grants'>, needed: string): boolean => covers(scope.grants, needed)
