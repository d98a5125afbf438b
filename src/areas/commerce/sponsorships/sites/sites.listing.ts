import { listJson } from '#kernel/database/json-sql'
import { listOf } from '#kernel/listing/columns'
import { nameField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`w.id`

const DOMAINS = listJson(Prisma.sql`
  SELECT h.id AS "DomainId", h.host AS "Domain" FROM site_domain h
  WHERE h.tenant_id = w.tenant_id AND h.site_id = w.id ORDER BY h.position, h.id`)

const hosts = Prisma.sql`(SELECT coalesce(string_agg(h.host, ' '), '') FROM site_domain h
  WHERE h.tenant_id = w.tenant_id AND h.site_id = w.id)`

/** Lists sites `w`, by name. */
export const siteList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`site w`,
      tenant: Prisma.sql`w.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'Name',
      fields: {
        SiteId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`w.audit_id`),
        Name: nameField(Prisma.sql`w.name`),
      },
      searched: Prisma.sql`(w.name || ' ' || ${hosts})`,
    },
    { Domains: DOMAINS, Actions: tenantRecordActionsSql(scope, { entity: 'site' }, 'sponsorships:write', id) },
  )
