import type { FastifyBaseLogger } from 'fastify'
import type { Tenant } from '#prisma/client'
import { covers } from '../contract/scopes.ts'
import type { Clock } from '../time/clock.ts'
import type { ChapterLimit } from './access-scope.ts'
import type { TenantDb } from './tenant-db.ts'

/** The actor: a staff login, a member, an API key, an OAuth client without a user, or the system. */
export type Actor =
  | { kind: 'login'; id: number; permissionId: number; contactId: number | null }
  | { kind: 'member'; id: number; permissionId: number; contactId: number }
  | { kind: 'key'; id: number }
  | { kind: 'client'; id: number }
  | { kind: 'system'; id: 0 }

/** Returns the name of an actor in the history and as an owner: "login:3", "key:7". */
export const actorName = ({ kind, id }: Pick<Actor, 'kind' | 'id'>): string =>
  kind === 'system' ? 'system' : `${kind}:${id}`

/** The context of a request or a job. Services take it as their first argument instead of request and reply. */
export interface Scope {
  readonly tenant: Tenant
  readonly actor: Actor
  readonly grants: ReadonlySet<string>
  readonly db: TenantDb
  /** The chapters that the caller is limited to, enforced by the database. Null: the whole tenant. */
  readonly chapters: ChapterLimit | null
  readonly clock: Clock
  readonly requestId: string
  readonly log: FastifyBaseLogger
  /** Set if a request has an Idempotency-Key: the claim that the change marks as committed in its transaction. */
  readonly idempotency?: { credential: string; key: string; claimId: string }
}

/**
 * Returns whether the caller has a grant. `admin` includes all grants of its tenant; `platform` must be granted itself.
 */
export const hasGrant = (scope: Pick<Scope, 'grants'>, needed: string): boolean => covers(scope.grants, needed)
