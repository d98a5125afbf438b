import { ConnectionListItem } from '#contract/integration/connections'
import { instantJson } from '#kernel/database/json-sql'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { canLetCross } from './connections.model.ts'

const id = Prisma.sql`n.id`
const otherName = Prisma.sql`n.other_name`
const isActive = Prisma.sql`NOT (n.is_disabled_here OR n.is_disabled_there)`

const status = Prisma.sql`CASE WHEN n.is_disabled_here OR n.is_disabled_there THEN '4'
  ELSE CASE n.status WHEN 'Pending' THEN '1' WHEN 'Copying' THEN '2' WHEN 'Active' THEN '3' ELSE '5' END END`

const cssClass = Prisma.sql`CASE WHEN n.is_disabled_here OR n.is_disabled_there THEN 'disabled'
  WHEN n.status = 'Failed' THEN 'failed' END`

const copied = Prisma.sql`least(n.copied_count, n.total_count)`

/** How much of the last copy is done; 0 before the first. A copy without contacts is done when it has ended. */
const percent = Prisma.sql`(CASE WHEN n.total_count > 0 THEN 100::bigint * ${copied} / n.total_count
  WHEN n.status = 'Active' THEN 100 ELSE 0 END)::integer`

const ROLES = Prisma.sql`CASE WHEN n.is_source THEN 'Source' ELSE 'Target' END`

/** Whether the exchange still permits the connection: both tenants take part. */
const isPermitted = Prisma.sql`(SELECT count(*) = 2 FROM exchange_party p WHERE p.tenant_id = n.tenant_id
  AND p.exchange_id = n.exchange_id AND p.consent = 'Accepted'
  AND (p.key = n.other_key AND p.installation = n.other_installation AND p.is_source <> n.is_source
    OR p.key = (SELECT t.key FROM tenant t WHERE t.id = n.tenant_id) AND p.installation = ''
      AND p.is_source = n.is_source))`

interface Rights {
  canEnable: Sql
  canDisable: Sql
  canEdit: Sql
  canDelete: Sql
}

const IS_TARGET = Prisma.sql`(NOT n.is_source)`
const NEVER = Prisma.sql`false`

/** Returns what the caller can do with the connection of row `n` now, as conditions. */
const rightsOf = (scope: Scope): Rights => {
  const canWrite = !scope.chapters && hasGrant(scope, 'connections:write')
  const canGive = canLetCross(scope, { isSource: true })
  const canTake = canLetCross(scope, { isSource: false })
  const canCross = Prisma.sql`CASE WHEN n.is_source THEN ${canGive}::boolean ELSE ${canTake}::boolean END`
  return {
    canEnable: canWrite ? Prisma.sql`(n.is_disabled_here AND ${canCross} AND ${isPermitted})` : NEVER,
    canDisable: canWrite ? Prisma.sql`(NOT n.is_disabled_here)` : NEVER,
    canEdit: canWrite && canTake ? IS_TARGET : NEVER,
    canDelete: canWrite ? IS_TARGET : NEVER,
  }
}

const connectionListing = (scope: Scope): Listing => {
  const { canEnable, canDisable, canEdit, canDelete } = rightsOf(scope)
  const { key, name } = scope.tenant
  const side = (isSource: boolean, own: string, other: Sql): Sql =>
    Prisma.sql`CASE WHEN n.is_source = ${isSource}::boolean THEN ${own}::text ELSE ${other} END`
  return {
    from: Prisma.sql`connection n`,
    row: ConnectionListItem,
    tenant: Prisma.sql`n.tenant_id`,
    id,
    listed: Prisma.sql`n.deleted_at IS NULL`,
    defaultOrder: 'ConnectedTenant',
    fields: {
      Id: valueField('integer', id),
      ConnectionId: valueField('integer', id),
      IsDeleted: valueField('boolean', Prisma.sql`(n.deleted_at IS NOT NULL)`),
      SourceTenantKey: valueField('text', side(true, key, Prisma.sql`n.other_key`)),
      TargetTenantKey: valueField('text', side(false, key, Prisma.sql`n.other_key`)),
      SourceTenantName: valueField('text', side(true, name, otherName)),
      TargetTenantName: valueField('text', side(false, name, otherName)),
      IsActive: valueField('boolean', isActive),
      IsStaff: valueField('boolean', Prisma.sql`${hasGrant(scope, 'platform')}::boolean`),
      IsSource: valueField('boolean', Prisma.sql`n.is_source`),
      HideDelete: valueField('boolean', Prisma.sql`NOT ${canDelete}`),
      // Never: who sees the row can view it. An order by a constant would be an error.
      HideView: valueField('boolean', Prisma.sql`(n.id IS NULL)`),
      HideEdit: valueField('boolean', Prisma.sql`NOT ${canEdit}`),
      HideEnable: valueField('boolean', Prisma.sql`NOT ${canEnable}`),
      HideDisable: valueField('boolean', Prisma.sql`NOT ${canDisable}`),
      CssClass: optionalField('text', cssClass),
      SyncRole: valueField('text', ROLES),
      ConnectedTenant: nameField(otherName),
      CreatedDate: valueField('instant', Prisma.sql`n.created_at`),
      ConnectionStatusTypeId: valueField('text', status),
      TotalContacts: valueField('integer', Prisma.sql`n.total_count`),
      CopiedContacts: valueField('integer', copied),
      CopyPercent: valueField('integer', percent),
      LastDisabled: optionalField('instant', Prisma.sql`n.last_disabled_at`),
      LastEnabled: optionalField('instant', Prisma.sql`n.last_enabled_at`),
    },
    searched: otherName,
  }
}

const actionsJson = ({ canEnable, canDisable, canEdit, canDelete }: Rights): Sql => Prisma.sql`to_json(ARRAY['view']
  || CASE WHEN ${canEdit} THEN ARRAY['edit'] ELSE '{}' END
  || CASE WHEN ${canEnable} THEN ARRAY['enable'] ELSE '{}' END
  || CASE WHEN ${canDisable} THEN ARRAY['disable'] ELSE '{}' END
  || CASE WHEN ${canDelete} THEN ARRAY['delete'] ELSE '{}' END)`

/** Returns the connections of the tenant, each with what the caller can do with it. */
export const connectionList = (scope: Scope): List => {
  const listing = connectionListing(scope)
  const text = new Set(['CreatedDate', 'LastDisabled', 'LastEnabled'])
  const columns = Object.entries(listing.fields).map(
    ([field, { sql }]) => Prisma.sql`${text.has(field) ? instantJson(sql) : sql} AS ${Prisma.raw(`"${field}"`)}`,
  )
  const actions = Prisma.sql`${actionsJson(rightsOf(scope))} AS "Actions"`
  return { listing, columns: Prisma.join([...columns, actions]) }
}
