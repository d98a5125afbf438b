import type { TenantDb } from '#kernel/tenancy/tenant-db'
import type { Clock } from '#kernel/time/clock'
import { Prisma } from '#prisma/client'

interface TrackingScope {
  db: TenantDb
  clock: Clock
}

/** Stores the time of the first opening of a mail. */
export const recordOpening = async ({ db, clock }: TrackingScope, messageId: number): Promise<void> => {
  await db.rows(Prisma.sql`UPDATE mail_message SET opened_at = ${clock.now()}::timestamptz
    WHERE tenant_id = ${db.tenantId} AND id = ${messageId} AND is_tracked AND opened_at IS NULL`)
}

/** Stores the time at which a link of a mail was first followed; this also counts as opened, even without the image. */
export const recordClick = async ({ db, clock }: TrackingScope, messageId: number): Promise<void> => {
  const now = Prisma.sql`${clock.now()}::timestamptz`
  await db.rows(Prisma.sql`UPDATE mail_message SET clicked_at = ${now}, opened_at = coalesce(opened_at, ${now})
    WHERE tenant_id = ${db.tenantId} AND id = ${messageId} AND is_tracked AND clicked_at IS NULL`)
}
