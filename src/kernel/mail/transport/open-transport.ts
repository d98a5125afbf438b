import { join } from 'node:path'
import type { Config } from '#kernel/config/settings'
import type { MailTransport } from './mail-transport.ts'
import { outboxFolder } from './outbox-folder.ts'
import { smtpTransport } from './smtp-transport.ts'

type MailSettings = Pick<Config, 'mailUrl' | 'mailRequireTls' | 'mailFolder' | 'dataDir' | 'jobConcurrency'>

/** The transport that the settings ask for: a mail server, or a folder where none is named. */
export const openMailTransport = (config: MailSettings): MailTransport =>
  config.mailUrl === ''
    ? outboxFolder(config.mailFolder || join(config.dataDir, 'outbox'))
    : smtpTransport({ url: config.mailUrl, requireTls: config.mailRequireTls, connections: config.jobConcurrency })
