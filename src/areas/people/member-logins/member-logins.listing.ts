import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`m.id`
const isDisabled = Prisma.sql`(m.disabled_at IS NOT NULL)`
const isInvited = Prisma.sql`(m.invited_at IS NOT NULL)`

const listing: Listing = {
  from: Prisma.sql`member_login m JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id`,
  tenant: Prisma.sql`m.tenant_id`,
  id,
  listed: Prisma.sql`c.deleted_at IS NULL`,
  defaultOrder: 'Name',
  fields: {
    MemberLoginId: valueField('integer', id),
    AuditId: valueField('integer', Prisma.sql`m.audit_id`),
    ContactId: valueField('integer', Prisma.sql`m.contact_id`),
    Name: nameField(Prisma.sql`c.display_name`),
    EmailAddress: { ...valueField('text', Prisma.sql`m.email`), normalize: (text) => text.toLowerCase() },
    IsDisabled: valueField('boolean', isDisabled),
    IsInvited: valueField('boolean', isInvited),
    HasPassword: valueField('boolean', Prisma.sql`m.has_password`),
    LastSignInDate: optionalField('instant', Prisma.sql`m.last_sign_in_at`),
    CreatedDate: valueField('instant', Prisma.sql`m.created_at`),
  },
  searched: Prisma.sql`concat_ws(' ', c.display_name, m.email)`,
}

const actions = (scope: Scope): Sql =>
  hasGrant(scope, 'member-logins:write') && !scope.chapters
    ? Prisma.sql`CASE WHEN m.disabled_at IS NULL THEN '["edit","invite","signout","delete"]'::json
        ELSE '["edit","signout","delete"]'::json END`
    : Prisma.sql`'[]'::json`

/** Returns the list of member logins, by the names of their contacts. */
export const memberLoginList = (scope: Scope): List =>
  listOf(listing, { EmailAddress: Prisma.sql`m.email`, Actions: actions(scope) })
