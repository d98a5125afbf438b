import { expect } from 'vitest'
import { mailExtensions } from '#areas/joined'
import { readConfig } from '#kernel/config/config'
import { sealer } from '#kernel/crypto/seal'
import { createLogger } from '#kernel/logging/logger'
import { systemClock } from '#kernel/time/clock'
import { openMail } from '#services/mail/open-mail'
import { SEND_MAIL } from '#services/mail/sending/send-job'
import { mailTasks } from '#services/mail/sending/send-mail'
import type { MailTransport, OutgoingMail } from '#services/mail/transport/mail-transport'
import type { TestApp } from '../build-app.ts'

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

/** Sends all waiting mails of a tenant, and returns them in the order of their addresses. */
export const collectMails = async (server: TestApp, tenantId: number): Promise<OutgoingMail[]> => {
  const mails: OutgoingMail[] = []
  await sendMails(server, tenantId, async (sent) => void mails.push(sent))
  return mails.sort((a, b) => a.to.address.localeCompare(b.to.address))
}

/** The path and query of the last link in the mails to an address that has such a path. */
export const linkIn = (mails: readonly OutgoingMail[], address: string, path: RegExp): string => {
  const links = mails
    .filter(({ to }) => to.address === address)
    .flatMap(({ html }) => [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, link = '']) => new URL(link)))
    .map(({ pathname, search }) => pathname + search)
  return links.findLast((link) => path.test(link)) ?? expect.fail(`No link ${path} in ${links.join(' ')}`)
}
