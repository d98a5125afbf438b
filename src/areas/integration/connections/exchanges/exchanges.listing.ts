import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { canLetCross } from '../connections.model.ts'

const id = Prisma.sql`e.id`
const name = Prisma.sql`e.name`
const deleteConfirm = Prisma.sql`('Delete the exchange ' || e.name || '?')`

const partiesOf = (isSource: boolean): Sql => Prisma.sql`FROM exchange_party p WHERE p.tenant_id = e.tenant_id
  AND p.exchange_id = e.id AND p.is_source = ${isSource}::boolean`

const namesSql = (isSource: boolean): Sql =>
  Prisma.sql`(SELECT string_agg(p.name, ', ' ORDER BY lower(p.name), p.id) ${partiesOf(isSource)})`

/** The documented shape of a tenant in an exchange, row `p`. */
const tenantJson = Prisma.sql`json_build_object('TenantKey', p.key, 'HubTenantKey', p.hub_key, 'TenantName', p.name,
  'Name', p.name || ' (' || p.key || ')', 'ConsentStatus', p.consent)`

const tenantsJson = (isSource: boolean): Sql =>
  Prisma.sql`(SELECT coalesce(json_agg(${tenantJson} ORDER BY lower(p.name), p.id), '[]'::json) ${partiesOf(isSource)})`

/** Whether the exchange has a connection that is not deleted. */
const isConnectedSql = Prisma.sql`EXISTS (SELECT FROM connection n WHERE n.tenant_id = e.tenant_id
  AND n.exchange_id = e.id AND n.deleted_at IS NULL)`

const ofOwnParty = (
  { tenant }: Pick<Scope, 'tenant'>,
  column: Sql,
): Sql => Prisma.sql`(SELECT ${column} FROM exchange_party p
  WHERE p.tenant_id = e.tenant_id AND p.exchange_id = e.id AND p.installation = '' AND p.key = ${tenant.key}::text)`

const ownConsent = (scope: Pick<Scope, 'tenant'>): Sql => ofOwnParty(scope, Prisma.sql`p.consent`)

const ifSql = (condition: Sql, action: string): Sql =>
  Prisma.sql`CASE WHEN ${condition} THEN ARRAY[${action}::text] ELSE '{}' END`

/** Returns what the caller can do with the exchange of row `e`, as JSON. */
const actionsJson = (scope: Scope): Sql => {
  if (scope.chapters || !hasGrant(scope, 'connections:write')) return Prisma.sql`'[]'::json`
  const consent = ownConsent(scope)
  const takesPart = canLetCross(scope, { isSource: true })
    ? Prisma.sql`true`
    : Prisma.sql`NOT coalesce(${ofOwnParty(scope, Prisma.sql`p.is_source`)}, false)`
  return Prisma.sql`to_json(CASE WHEN e.is_own
    THEN ${ifSql(takesPart, 'edit')} || ${ifSql(Prisma.sql`NOT ${isConnectedSql}`, 'delete')}
    ELSE ${ifSql(Prisma.sql`${consent} IN ('Invited', 'Declined') AND ${takesPart}`, 'accept')}
      || ${ifSql(Prisma.sql`${consent} IN ('Invited', 'Accepted')`, 'decline')} END)`
}

const exchangeListing = (scope: Scope): Listing => ({
  from: Prisma.sql`exchange e`,
  tenant: Prisma.sql`e.tenant_id`,
  id,
  listed: Prisma.sql`(e.is_own OR ${ownConsent(scope)} IS NOT NULL)`,
  defaultOrder: 'ExchangeName',
  fields: {
    Id: valueField('integer', id),
    ExchangeId: valueField('integer', id),
    ExchangeName: nameField(name),
    SourceTenants: optionalField('text', namesSql(true)),
    TargetTenants: optionalField('text', namesSql(false)),
    DeleteConfirm: valueField('text', deleteConfirm),
  },
  searched: Prisma.sql`e.name || ' ' || coalesce(${namesSql(true)}, '') || ' ' || coalesce(${namesSql(false)}, '')`,
})

export const exchangeList = (scope: Scope): List =>
  listOf(exchangeListing(scope), {
    TargetTenantsList: tenantsJson(false),
    SourceTenantsList: tenantsJson(true),
    Actions: actionsJson(scope),
  })
