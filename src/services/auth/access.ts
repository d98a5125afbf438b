import { randomUUID } from 'node:crypto'
import type { FastifyContextConfig, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { ADMIN_SCOPE, covers, SELF_SCOPE } from '#kernel/contract/scopes'
import { isToken, keyOfToken } from '#kernel/crypto/api-key'
import type { Database } from '#kernel/database/database'
import { forbidden, insufficientScope, Problem } from '#kernel/errors/problem'
import { ANY_CREDENTIAL, type Caller, type Credential } from '#kernel/http/caller'
import { andThen, finish, type NowOrLater, recover } from '#kernel/http/now-or-later'
import { publicOrigin } from '#kernel/http/public-origin'
import type { Actor, Scope } from '#kernel/tenancy/scope'
import { openTenantDb, type TenantDb } from '#kernel/tenancy/tenant-db'
import type { Clock } from '#kernel/time/clock'
import type { AccessTokens } from '../identity/access-token.ts'
import { authenticate, credentialNeeded, type TokenReader } from './authenticate.ts'
import type { CredentialService } from './credential-service.ts'
import type { CredentialUses } from './credential-uses.ts'
import type { PageCallers } from './page-callers.ts'
import type { WrongCredentials } from './wrong-credentials.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route with its required scope, for the tests of access control and tenant isolation. */
    readonly servedRoutes: readonly RouteOptions[]
  }
  interface FastifyInstance {
    /** Await it after the commit of a change of credentials and before the response: then every replica knows of it. */
    credentialsSettled(): Promise<void>
    /** Returns the credential of a complete API key; undefined if the key is malformed, unknown or revoked. */
    findApiKey(key: string): Promise<Credential | undefined>
  }
}

export interface AccessOptions {
  database: Database
  store: CredentialService
  tokens: AccessTokens
  publicUrl: string
  clock: Clock
  wrong: WrongCredentials
  uses: CredentialUses
  pages: PageCallers
}

/** Denies by default: every route is declared public or requires a credential with its scope. */
export const access = fp<AccessOptions>(async (app, options) => {
  const scopes = new WeakMap<FastifyRequest, Scope>()
  const dbOf = tenantHandles(options.database)

  app.decorate('credentialsSettled', () => options.store.settled())
  app.decorate('findApiKey', async (key: string) =>
    isToken('ghk', key) ? options.store.findKey(keyOfToken(key)) : undefined,
  )
  app.addHook('onClose', () => options.uses.settled())
  app.decorateRequest('caller', undefined)
  app.decorateRequest('refusal', undefined)
  app.decorateRequest('scope', {
    getter(this: FastifyRequest) {
      const scope = scopes.get(this)
      if (!scope) throw new Error('No scope: this route is public')
      return scope
    },
  })

  const routes: RouteOptions[] = []
  app.decorate('servedRoutes', routes)
  app.addHook('onRoute', (route) => void routes.push(route))
  // Not earlier: a plugin that registers the routes of others can still declare them public.
  app.addHook('onReady', async () => routes.forEach(requireDeclared))

  const admit = (request: FastifyRequest, caller: Caller): void => {
    request.caller = caller
    // A login on the pages of this server uses no application.
    if (caller.credential.permissionId !== 0) options.uses.note(caller.credential)
    if (!request.routeOptions.config.isPublic) requireHolds(caller.credential, request.routeOptions.config)
    scopes.set(request, scopeOf(request, caller, dbOf(caller), options.clock))
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const { isPublic, operationKey, hasSecretPath } = request.routeOptions.config
    const takes = !isPublic || takesCredentialOf(request)
    // A client must learn that its credential is not valid, also from an operation that needs none. A link is opened by
    // programs that know nothing of the interface, and its secret is the credential.
    const isChecked = !isPublic || ((takes || (operationKey && !hasSecretPath)) && sendsCredential(request))
    const check = () =>
      andThen(identify(request, options), (caller) => {
        if (takes) admit(request, caller)
      })
    finish(request.is404 || !isChecked ? undefined : refusable(request, check), done)
  })
  // The next phase: the rate limits have counted the request by then.
  app.addHook('preParsing', (request, _reply, _payload, done) => done(request.refusal))
})

/** Runs the check of a request. A refusal is remembered. */
const refusable = (request: FastifyRequest, check: () => NowOrLater<void>): NowOrLater<void> =>
  recover(check, (error) => {
    if (!isRefusal(error)) throw error
    request.refusal = error
  })

/**
 * Returns whether the caller has no right to the operation. A request over a limit ends at once, and so does a failure.
 */
const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && error.status < 500 && error.status !== 429

/**
 * Keeps one handle for each tenant, and one for each credential that is limited to chapters, for as long as it is
 * cached.
 */
const tenantHandles = (database: Database): ((caller: Caller) => TenantDb) => {
  const whole = new Map<number, TenantDb>()
  const limited = new WeakMap<Credential, TenantDb>()
  return ({ credential, tenant: { id } }) => {
    const known = credential.chapters ? limited.get(credential) : whole.get(id)
    const db = known ?? openTenantDb(database, id, credential.chapters)
    if (credential.chapters) limited.set(credential, db)
    else whole.set(id, db)
    return db
  }
}

const identify = (request: FastifyRequest, options: AccessOptions): NowOrLater<Caller> => {
  const { store, pages, tokens, publicUrl, wrong } = options
  wrong.requireWelcome(request.ip)
  const readToken: TokenReader = (from, token) => tokens.verify(token, publicOrigin(from, publicUrl))
  return recover(
    () => authenticate(request, { store, pages, readToken }),
    async (error) => {
      await wrong.note(request.ip, error)
      throw error
    },
  )
}

const takesCredentialOf = ({ params, routeOptions }: FastifyRequest): boolean => {
  const { takesCredential = false } = routeOptions.config
  return typeof takesCredential === 'function' ? takesCredential(params) : takesCredential
}

const sendsCredential = ({ headers }: FastifyRequest): boolean =>
  headers.authorization !== undefined || headers['x-api-key'] !== undefined

const requireDeclared = ({ method, url, config }: RouteOptions): void => {
  if (config?.scope === undefined && !config?.isPublic)
    throw new Error(`${String(method)} ${url} is neither public nor scoped`)
}

/** Refuses a member at operations other than public ones and its own. */
const requireHolds = (
  { kind, scopes }: Credential,
  { scope: needed = ANY_CREDENTIAL, acceptsMembers = false }: Pick<FastifyContextConfig, 'scope' | 'acceptsMembers'>,
): void => {
  if (kind === 'member' && needed !== SELF_SCOPE && !acceptsMembers) throw memberRefused(needed)
  if (needed === ANY_CREDENTIAL || covers(scopes, needed)) return
  if (kind === 'member' && covers(scopes, SELF_SCOPE)) return
  throw insufficientScope(needed)
}

/** Refuses a member, to which no administrator can give the scopes of logins of staff. */
const memberRefused = (needed: string): Problem =>
  needed.startsWith('own-login:') ? staffNeeded() : insufficientScope(needed || ADMIN_SCOPE, FOR_STAFF)

/** No administrator can grant a member the scope of an operation for staff. */
const FOR_STAFF =
  'The operation is for staff, and this credential is the access token of a member. Use the operations below /api/self and the public ones, or an API key of the organization on your server.'

/** Returns 403 `person-needed` for a member at an operation about the login of the caller that members do not have. */
export const staffNeeded = (): Problem =>
  forbidden('The operation is for logins of staff, and the caller is a member.', 'person-needed')

/**
 * Refuses a caller without the scope, for public operations that need a credential in some cases.
 *
 * @throws 401 without one, 403 without the scope.
 */
export const requireScope = ({ caller }: Pick<FastifyRequest, 'caller'>, scope: string): void => {
  if (!caller) throw credentialNeeded()
  requireHolds(caller.credential, { scope })
}

const scopeOf = (request: FastifyRequest, { credential, tenant }: Caller, db: TenantDb, clock: Clock): Scope => {
  const key = request.headers['idempotency-key']
  return {
    tenant,
    actor: actorOf(credential),
    grants: credential.scopes,
    db,
    chapters: credential.chapters,
    clock,
    requestId: request.id,
    log: request.log,
    ...(typeof key === 'string' &&
      request.method === 'POST' && { idempotency: { credential: credential.name, key, claimId: randomUUID() } }),
  }
}

const actorOf = (credential: Credential): Actor => {
  const { kind, permissionId, contactId } = credential
  if (kind === 'member' && contactId !== null) return { kind, id: credential.memberId ?? 0, permissionId, contactId }
  if (kind === 'login') return { kind, id: credential.loginId ?? 0, permissionId, contactId }
  return { kind: kind === 'key' ? 'key' : 'client', id: permissionId }
}
