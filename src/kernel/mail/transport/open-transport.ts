import { join } from 'node:path'
import type { Config } from '#kernel/config/settings'
import type { MailTransport } from './mail-transport.ts'
import { outboxFolder } from './outbox-folder.ts'
import { smtpTransport } from './smtp-transport.ts'

type MailSettings = Pick<Config, 'mailUrl' | 'mailRequireTls' | 'mailFolder' | 'dataDir' | 'jobConcurrency'>

/** Opens the transport of the settings: a mail server, or a folder if none is configured. */
export const openMailTransport = (config: MailSettings): MailTransport =>
  config.mailUrl === ''
    ? outboxFolder(config.mailFolder || join(config.dataDir, 'outbox'))
    : smtpTransport({ url: config.mailUrl, requireTls: config.mailRequireTls, connections: config.jobConcurrency })
