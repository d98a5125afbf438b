import { randomUUID } from 'node:crypto'
import { queueMail } from '#kernel/mail/queue-mail'
import type { Recorder } from '#kernel/records/record-change'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { memberPaths } from '../pages/member-paths.ts'

/** A change of the login of a member. */
export interface MemberNotice {
  templateKey: 'member-password-changed' | 'member-address-changed'
  contactId: number
  /** The address of the notice; after a change of it the former one. */
  to: string
  /** The address with which the member signs in now. */
  email: string
}

/** Queues a notice to a member, in the transaction of the change. */
export const notifyMember = async (
  recorder: Pick<Recorder, 'db' | 'clock'>,
  tx: Transaction,
  { templateKey, contactId, to, email }: MemberNotice,
): Promise<void> => {
  const { tenantId } = recorder.db
  const { key } = await tx.tenant.findFirstOrThrow({ where: { id: tenantId }, select: { key: true } })
  const contact = await tx.contact.findFirstOrThrow({
    where: { tenantId, id: contactId },
    select: { displayName: true },
  })
  const mail = {
    key: `member-notice:${randomUUID()}`,
    templateKey,
    to: { address: to, name: contact.displayName, contactId },
    data: { sign_in: { path: memberPaths(key).signIn, email } },
  }
  await queueMail(recorder, tx, [mail])
}
