import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#kernel/config/settings'
import type { Database } from '#kernel/database/database'
import type { Scope } from '#kernel/tenancy/scope'
import { openTenantDb, type TenantDb } from '#kernel/tenancy/tenant-db'
import { TENANT_KEY } from '#kernel/tenancy/tenant-part'
import type { Clock } from '#kernel/time/clock'
import type { Tenant } from '#prisma/client'
import type { CredentialStore } from './credential-store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns the scope of a public route for a tenant's records: without an actor and without grants. The route itself
     * decides what it shows and accepts. Null if the tenant does not exist.
     */
    visitorScope(request: FastifyRequest, tenant: NamedTenant): Promise<Scope | null>
  }
}

/** How a request names a tenant: by its id, by its key, or by the id of an event that no other tenant has, unless
 * several installations share the address. */
export type NamedTenant = { id: number } | { key: string } | { eventId: number }

export interface VisitorOptions {
  database: Database
  credentials: Pick<CredentialStore, 'findTenant'>
  clock: Clock
  config: Pick<Config, 'installation'>
}

/** Gives public routes access to a tenant that the request names. */
export const visitors = fp<VisitorOptions>(async (app, { database, credentials, clock, config }) => {
  const handleOf = tenantHandles(database)
  app.decorate('visitorScope', async (request: FastifyRequest, by: NamedTenant) => {
    if ('key' in by && !TENANT_KEY.test(by.key)) return null
    // The other installations, which this one does not know, can have an event with this id.
    if ('eventId' in by && config.installation !== '') return null
    const named = 'eventId' in by ? await ownerOf(database, by.eventId) : by
    const tenant = named && (await credentials.findTenant(named))
    if (!tenant) return null
    return {
      tenant,
      actor: { kind: 'system', id: 0 } as const,
      grants: new Set<string>(),
      db: handleOf(tenant),
      chapters: null,
      clock,
      requestId: request.id,
      log: request.log,
    }
  })
})

/** Returns the tenant of an event; null if no tenant or several have an event with this id. */
const ownerOf = async ({ system }: Database, eventId: number): Promise<{ id: number } | null> => {
  const [event, ...others] = await system.event.findMany({
    where: { id: eventId },
    select: { tenantId: true },
    take: 2,
  })
  return event && others.length === 0 ? { id: event.tenantId } : null
}

/** Keeps one handle for each tenant, for as long as the tenant is cached. */
const tenantHandles = (database: Database): ((tenant: Tenant) => TenantDb) => {
  const handles = new WeakMap<Tenant, TenantDb>()
  return (tenant) => {
    const db = handles.get(tenant) ?? openTenantDb(database, tenant.id)
    handles.set(tenant, db)
    return db
  }
}
