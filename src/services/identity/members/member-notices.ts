import { randomUUID } from 'node:crypto'
import type { Recorder } from '#kernel/records/change'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { queueMail } from '#services/mail/queue-mail'
import { timeText } from '#services/pages/times'
import { memberPaths } from '../pages/member-paths.ts'

/** A change or a use of the login of a member. */
export interface MemberNotice {
  templateKey: 'member-password-changed' | 'member-address-changed' | 'member-new-browser'
  contactId: number
  /** The address of the notice; after a change of it the former one. */
  to: string
  /** The address with which the member signs in now. */
  email: string
  /** Of a sign-in: the browser in words, such as "Firefox on Windows". */
  browser?: string
}

/** Queues a notice to a member, in the transaction of the change. */
export const notifyMember = async (
  recorder: Pick<Recorder, 'db' | 'clock'>,
  tx: Transaction,
  { templateKey, contactId, to, email, browser }: MemberNotice,
): Promise<void> => {
  const { tenantId } = recorder.db
  const { key, timeZone } = await tx.tenant.findFirstOrThrow({
    where: { id: tenantId },
    select: { key: true, timeZone: true },
  })
  const contact = await tx.contact.findFirstOrThrow({
    where: { tenantId, id: contactId },
    select: { displayName: true },
  })
  const use = browser !== undefined && {
    browser,
    at: `${timeText(recorder.clock.now(), 'minute', timeZone)} (${timeZone})`,
  }
  const mail = {
    key: `member-notice:${randomUUID()}`,
    templateKey,
    to: { address: to, name: contact.displayName, contactId },
    data: { sign_in: { path: memberPaths(key).signIn, email, ...use } },
  }
  await queueMail(recorder, tx, [mail])
}
