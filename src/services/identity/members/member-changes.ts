import type { Database } from '#kernel/database/database'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import type { Recorder } from '#kernel/records/change'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { withRows } from '#kernel/tenancy/tenant-db'
import { ownerIn } from '../sign-in/password-owners.ts'
import { hashNewPassword } from '../sign-in/password-rules.ts'
import { loginSubject } from '../sign-in/throttle.ts'
import { notifyMember } from './member-notices.ts'
import { type ActiveMember, throttleSubject } from './members.ts'

/** The entity of member logins, and the event of the changes here. */
export const MEMBER_LOGIN = { entity: 'memberlogin', events: { updated: 'memberlogin.updated' } } as const

/**
 * Sets the password of a member, and ends its sessions, links and tokens. Returns the hash, and the time until which they
 * are ended. Wait for `settled` of the credentials after it. Throws 400 for a password that the rules reject.
 */
export const setMemberPassword = async (
  { system }: Pick<Database, 'system'>,
  recorder: Recorder,
  { id, ...person }: Pick<ActiveMember, 'id' | 'email' | 'displayName'>,
  password: string,
): Promise<{ hash: string; endedAt: Date }> => {
  const { tenantId } = recorder.db
  const hash = await hashNewPassword(password, await ownerIn(system, [tenantId], person))
  const now = recorder.clock.now()
  await system.$transaction(async (tx) => {
    const saved = await tx.memberLogin.update({
      where: { tenantId_id: { tenantId, id } },
      data: { validFrom: now, hasPassword: true, ...NEXT_VERSION },
    })
    await tx.memberPassword.upsert({
      where: { tenantId_memberId: { tenantId, memberId: id } },
      create: { tenantId, memberId: id, hash, changedAt: now },
      update: { hash, changedAt: now },
    })
    const details = { changes: { passwordSet: true }, payload: { contactId: saved.contactId } }
    await recordChange(recorder, withRows(tx), changeOf(MEMBER_LOGIN, saved, 'updated', details))
    const { contactId, email } = saved
    await notifyMember(recorder, withRows(tx), { templateKey: 'member-password-changed', contactId, to: email, email })
  }, TRANSACTION_LIMITS)
  return { hash, endedAt: now }
}

/** Sets a password as setMemberPassword does, on the command line. Also clears the failed attempts of the member. */
export const resetMemberPassword = async (
  database: Pick<Database, 'system'>,
  recorder: Recorder,
  { id, email, displayName }: Pick<ActiveMember, 'id' | 'email' | 'displayName'>,
  password: string,
): Promise<void> => {
  await setMemberPassword(database, recorder, { id, email, displayName }, password)
  const member = { tenantId: recorder.db.tenantId, email }
  const subject = loginSubject(throttleSubject('sign-in', member))
  await database.system.signInThrottle.deleteMany({ where: { subject } })
}
