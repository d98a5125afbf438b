import { Prisma } from '#prisma/client'

/** The condition for deletion in each table of the module. @param past a day ago. */
export const expiredIdentity = (past: Date): Record<string, Prisma.Sql> => ({
  oauth_code: Prisma.sql`expires_at < ${past}`,
  oauth_token: Prisma.sql`coalesce(refresh_expires_at, access_expires_at) < ${past}`,
  login_session: Prisma.sql`expires_at < ${past}`,
  login_pending: Prisma.sql`expires_at < ${past}`,
  login_link: Prisma.sql`expires_at < ${past}`,
  login_email_change: Prisma.sql`expires_at < ${past}`,
  member_session: Prisma.sql`expires_at < ${past}`,
  member_link: Prisma.sql`expires_at < ${past}`,
  sign_in_throttle: Prisma.sql`window_ends < ${past}`,
})
