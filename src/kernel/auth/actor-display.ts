import { Prisma } from '../../generated/prisma/client.ts'
import type { Scope } from '../tenancy/scope.ts'

/**
 * How people call who acts: the name of the login, or of the application that the key or client belongs to. Null for
 * the system and for a global credential, which is nobody in the tenant it acts in.
 */
export const actorDisplayName = async ({ actor, db }: Pick<Scope, 'actor' | 'db'>): Promise<string | null> => {
  if (actor.kind === 'system') return null
  if (actor.kind === 'login') {
    const found = await db.rows<{ name: string }>(
      Prisma.sql`select display_name as name from login where id = ${actor.id}`,
    )
    return found[0]?.name ?? null
  }
  const permission = await db.prisma.applicationPermission.findFirst({
    where: { tenantId: db.tenantId, id: actor.id },
    select: { applicationName: true },
  })
  return permission?.applicationName ?? null
}
