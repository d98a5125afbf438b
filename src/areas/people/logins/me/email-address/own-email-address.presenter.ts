import type { OwnEmailAddress } from '#contract/people/logins-own'
import type { OwnLogin } from '#services/identity/own-login/own-login'

type State = Awaited<ReturnType<OwnLogin['findEmail']>>

/** Presents the address of a login in its documented shape. */
export const presentEmail = ({ email, pending }: State): OwnEmailAddress => ({
  EmailAddress: email,
  PendingEmailAddress: pending?.email ?? null,
  ExpiresDate: pending?.expiresAt.toISOString() ?? null,
})
