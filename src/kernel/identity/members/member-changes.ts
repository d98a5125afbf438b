import type { Database } from '#kernel/database/database'
import { hashPassword } from '../sign-in/password.ts'
import { loginSubject } from '../sign-in/throttle.ts'
import { type ActiveMember, throttleSubject } from './members.ts'

interface MemberKey {
  tenantId: number
  id: number
}

/**
 * Sets the password of a member, and ends its sessions, links and tokens. Returns the hash. Wait for `settled` of the
 * credentials after it. Throws 400 for a password that is too short or too long.
 */
export const setMemberPassword = async (
  { system }: Pick<Database, 'system'>,
  { tenantId, id }: MemberKey,
  password: string,
  now: Date,
): Promise<string> => {
  const hash = await hashPassword(password)
  await system.$transaction(async (tx) => {
    await tx.memberLogin.updateMany({ where: { tenantId, id }, data: { validFrom: now, hasPassword: true } })
    await tx.memberPassword.upsert({
      where: { tenantId_memberId: { tenantId, memberId: id } },
      create: { tenantId, memberId: id, hash, changedAt: now },
      update: { hash, changedAt: now },
    })
  })
  return hash
}

/** As setMemberPassword, on the command line. Also clears the failed attempts of the member. */
export const resetMemberPassword = async (
  database: Pick<Database, 'system'>,
  member: Pick<ActiveMember, 'tenantId' | 'id' | 'email'>,
  password: string,
  now: Date,
): Promise<void> => {
  await setMemberPassword(database, member, password, now)
  const subjects = (['sign-in', 'password'] as const).map((purpose) => loginSubject(throttleSubject(purpose, member)))
  await database.system.signInThrottle.deleteMany({ where: { subject: { in: subjects } } })
}
