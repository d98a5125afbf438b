import type { Expired } from '#kernel/jobs/expired-rows'
import type { Prisma } from '#prisma/client'

/** Returns the rows that are deleted in each table of the module. @param before a day ago. */
export const expiredIdentity = (before: Prisma.Sql): Expired => ({
  oauth_code: { time: 'expires_at', before },
  oauth_token: { time: 'coalesce(refresh_expires_at, access_expires_at)', before },
  login_session: { time: 'expires_at', before },
  login_pending: { time: 'expires_at', before },
  login_link: { time: 'expires_at', before },
  login_email_change: { time: 'expires_at', before },
  member_session: { time: 'expires_at', before },
  member_link: { time: 'expires_at', before },
  sign_in_throttle: { time: 'window_ends', before },
})
