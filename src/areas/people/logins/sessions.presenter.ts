import type { LoginSession } from '#contract/people/logins-own'
import type { OwnSession } from '#services/identity/own-login/own-login'

/** Presents a session in its documented shape. */
export const presentSession = (session: OwnSession): LoginSession => ({
  SessionId: session.id,
  Browser: session.browser,
  Address: session.address,
  LastUsedDate: session.lastUsedAt.toISOString(),
  CreatedDate: session.createdAt.toISOString(),
})
