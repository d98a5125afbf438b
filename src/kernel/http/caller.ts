import type { Tenant } from '#prisma/client'
import type { Problem } from '../errors/problem.ts'
import type { ChapterLimit } from '../tenancy/access-scope.ts'
import type { Scope } from '../tenancy/scope.ts'

/** A credential as stored in the database: its scopes, tenant and allowed addresses. */
export interface Credential {
  /** "key:7", "client:2", "login:3", "member:12": its name in limits, logs and the history. */
  readonly name: string
  readonly kind: 'key' | 'client' | 'login' | 'member'
  readonly permissionTenantId: number
  /** The key or client; 0 for a login on the pages of this server. */
  readonly permissionId: number
  /** The key; null for an access token. */
  readonly secretId: number | null
  readonly loginId: number | null
  /** The login of a member. */
  readonly memberId: number | null
  /** The contact of the login in its tenant, or of the member. */
  readonly contactId: number | null
  /** Null for a global credential, which names the tenant in each request. */
  readonly tenantId: number | null
  readonly scopes: ReadonlySet<string>
  /** The chapters that it is limited to; null: the whole tenant. */
  readonly chapters: ChapterLimit | null
  readonly addressList: string | null
  readonly corsOrigins: readonly string[]
  /** Milliseconds since 1970 after which it has expired; Infinity if it does not expire. */
  readonly expiresAt: number
}

/** The credential of a request, and its tenant. */
export interface Caller {
  credential: Credential
  tenant: Tenant
}

/** Whether a public route takes a credential, for all its paths or by the path of a request. */
export type TakesCredential = boolean | ((params: unknown) => boolean)

/** Requires a credential with any scopes. */
export const ANY_CREDENTIAL = ''

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's tenant, rights and database. Reading it without a caller, on a public route, throws. */
    readonly scope: Scope
    /** Undefined on public routes, unless they take a credential and one was sent. */
    caller: Caller | undefined
    /** Why the request is rejected; it is thrown after the request was counted. */
    refusal: Problem | undefined
  }
  interface FastifyContextConfig {
    /** The required scope; set by serve() from the contract. */
    scope?: string
    /** Needs no credential. A route that has neither a scope nor this is rejected at registration. */
    isPublic?: boolean
    /**
     * On a public route, an optional credential identifies the caller. An operation refuses one that is not valid even
     * without this, unless its path contains a secret.
     */
    takesCredential?: TakesCredential
    /** Members can call it with the scope `self`, whatever scope it requires of staff. */
    acceptsMembers?: boolean
  }
}
