import type { MemberLoginInput } from '#contract/people/member-logins'
import { badInput } from '#kernel/errors/problem'
import { isMailAddress } from '#kernel/text/mail-address'
import { loginName } from '#services/identity/logins'

/** Parses the address of a login: undefined if the request contains none. Blank means none as well. @throws 400. */
export const parseEmail = ({ EmailAddress }: MemberLoginInput): string | undefined => {
  const email = loginName(EmailAddress ?? '')
  if (!email) return undefined
  if (!isMailAddress(email)) throw badInput('/EmailAddress', 'must be a mail address')
  return email
}
