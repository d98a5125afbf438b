import { mailExtensions } from '#areas/index'
import { readConfig } from '#kernel/config/config'
import { sealer } from '#kernel/crypto/seal'
import { createLogger } from '#kernel/logging/logger'
import { openMail } from '#kernel/mail/open-mail'
import { SEND_MAIL } from '#kernel/mail/sending/send-job'
import { mailTasks } from '#kernel/mail/sending/send-mail'
import type { MailTransport } from '#kernel/mail/transport/mail-transport'
import { systemClock } from '#kernel/time/clock'
import type { TestApp } from './build-app.ts'

const mail = openMail(readConfig({ PUBLIC_URL: 'https://h.example' }), sealer(Buffer.alloc(32, 7)))

/**
 * Does the jobs of all waiting mails of a tenant.
 *
 * @param send the mail server: accepts a mail, or throws.
 */
export const sendMails = async (
  { app, database }: TestApp,
  tenantId: number,
  send: MailTransport['send'] = async () => undefined,
): Promise<void> => {
  const transport = { name: 'test', send, close: () => undefined }
  const task = mailTasks({ ...mail, transport }, mailExtensions(app.files))[SEND_MAIL]
  const context = { database, clock: systemClock, log: createLogger('silent') }
  const waiting = await database.system.mailMessage.findMany({ where: { tenantId, status: 'queued' } })
  for (const { id } of waiting) await task?.(context, { tenantId, messageId: id })
}
