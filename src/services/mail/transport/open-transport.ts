import { join } from 'node:path'
import type { Config } from '#kernel/config/settings'
import { inSpan } from '#kernel/tracing/tracing'
import type { MailTransport } from './mail-transport.ts'
import { outboxFolder } from './outbox-folder.ts'
import { smtpTransport } from './smtp-transport.ts'

type MailSettings = Pick<Config, 'mailUrl' | 'mailRequireTls' | 'mailFolder' | 'dataDir' | 'jobConcurrency'>

/** Opens the transport of the settings: a mail server, or a folder if none is configured. */
export const openMailTransport = (config: MailSettings): MailTransport => {
  const { mailUrl: url, mailRequireTls: requireTls, jobConcurrency: connections } = config
  if (url === '') return traced(outboxFolder(config.mailFolder || join(config.dataDir, 'outbox')), { to: 'folder' })
  return traced(smtpTransport({ url, requireTls, connections }), { to: 'server', host: new URL(url).hostname })
}

/** Traces each mail by a span, with the mail server and the number of the mail: addresses and subjects are personal. */
const traced = (transport: MailTransport, { to, host }: { to: string; host?: string }): MailTransport => ({
  ...transport,
  send: (mail) => {
    const attributes = {
      'guildhall.mail.to': to,
      ...(host !== undefined && { 'server.address': host }),
      ...(mail.tenantId !== 0 && { 'guildhall.tenant_id': mail.tenantId, 'guildhall.mail.id': mail.id }),
      'guildhall.mail.attachments': mail.attachments?.length ?? 0,
    }
    return inSpan({ name: 'send mail', kind: 'CLIENT', attributes }, () => transport.send(mail))
  },
})
