import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Returns the display name of the actor: the name of the login or the member, or of the application of the key or client. Null for the
 * system, and for a global credential, which belongs to no tenant.
 */
export const readActorDisplayName = async (
  { actor, db }: Pick<Scope, 'actor' | 'db'>,
  models: Models = db.prisma,
): Promise<string | null> => {
  if (actor.kind === 'system') return null
  if (actor.kind === 'login') {
    const seat = await models.staff.findFirst({
      where: { tenantId: db.tenantId, loginId: actor.id },
      select: { displayName: true },
    })
    return seat?.displayName ?? null
  }
  if (actor.kind === 'member') {
    const contact = await models.contact.findFirst({
      where: { tenantId: db.tenantId, id: actor.contactId, deletedAt: null },
      select: { displayName: true },
    })
    return contact?.displayName ?? null
  }
  const permission = await models.applicationPermission.findFirst({
    where: { tenantId: db.tenantId, id: actor.id },
    select: { applicationName: true },
  })
  return permission?.applicationName ?? null
}

/**
 * Returns the same for an actor in a column ("login:3", "key:7"), as an expression: null for the system, for a deleted
 * actor, and for applications if the caller is limited to chapters.
 */
export const actorNameSql = ({ chapters }: Pick<Scope, 'chapters'>, column: Sql): Sql => {
  const id = Prisma.sql`split_part(${column}, ':', 2)::integer`
  const login = Prisma.sql`WHEN ${column} LIKE 'login:%' THEN (
    SELECT s.display_name FROM staff s WHERE s.tenant_id = current_tenant() AND s.login_id = ${id})`
  const member = Prisma.sql`WHEN ${column} LIKE 'member:%' THEN (SELECT c.display_name FROM member_login l
    JOIN contact c ON c.tenant_id = l.tenant_id AND c.id = l.contact_id AND c.deleted_at IS NULL
    WHERE l.tenant_id = current_tenant() AND l.id = ${id})`
  if (chapters) return Prisma.sql`CASE ${login} ${member} END`
  return Prisma.sql`CASE ${login} ${member} WHEN ${column} LIKE 'key:%' OR ${column} LIKE 'client:%' THEN (
    SELECT q.application_name FROM application_permission q WHERE q.tenant_id = current_tenant() AND q.id = ${id}) END`
}
