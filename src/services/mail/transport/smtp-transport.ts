import { createTransport } from 'nodemailer'
import { oneLine } from '#kernel/text/mail-address'
import { forServerThatMayHang } from './hanging-server.ts'
import { MailRefused, type MailTransport, type OutgoingMail } from './mail-transport.ts'
import { messageOptions } from './message-options.ts'

export interface SmtpSettings {
  /** `smtp://user:password@host:587`, `smtps://host`. */
  url: string
  /** Sends nothing if the server offers no TLS. */
  requireTls: boolean
  /** Maximum number of open connections. */
  connections: number
}

/** Milliseconds. A server that keeps sending slowly is cut off at `whole`. */
const TIMES = { dns: 10_000, connection: 15_000, greeting: 15_000, socket: 60_000, whole: 120_000, idle: 30_000 }
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Connects and signs in, without sending. @throws the error of the connection or of the server */
export const verifySmtp = async (settings: Pick<SmtpSettings, 'url' | 'requireTls'>): Promise<void> => {
  const transport = connectSmtp({ ...settings, connections: 1 }, TIMES)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

const connectSmtp = ({ url, requireTls, connections }: SmtpSettings, times: typeof TIMES) => {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return createTransport({
    pool: true,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // A password is never sent without TLS, except to this machine.
    requireTLS: !secure && (requireTls || (username !== '' && !LOOPBACK.test(hostname))),
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    tls: { minVersion: 'TLSv1.2' },
    maxConnections: connections,
    idleTimeout: times.idle,
    dnsTimeout: times.dns,
    connectionTimeout: times.connection,
    greetingTimeout: times.greeting,
    socketTimeout: times.socket,
  })
}

/** Sends by SMTP over a few connections that stay open while there is mail. */
export const smtpTransport = (settings: SmtpSettings, times = TIMES): MailTransport => {
  const { hostname } = new URL(settings.url)
  const transport = connectSmtp(settings, times)
  const unlessItHangs = forServerThatMayHang(ranOutOfTime)
  const send = async (mail: OutgoingMail): Promise<void> => {
    try {
      await transport.sendMail({ ...messageOptions(mail), signal: AbortSignal.timeout(times.whole) })
    } catch (error) {
      throw isFinal(error as SmtpError) ? new MailRefused(oneLine((error as SmtpError).response ?? '', 300)) : error
    }
  }
  return {
    name: `the mail server ${hostname}`,
    send: (mail) => unlessItHangs(() => send(mail)),
    close: () => transport.close(),
  }
}

interface SmtpError extends Error {
  code?: string
  command?: string
  response?: string
  permanent?: boolean
}

const ranOutOfTime = (error: unknown): boolean =>
  /^(ETIMEDOUT|EABORT|ABORT_ERR)$/.test(String((error as SmtpError).code)) || (error as Error).name === 'TimeoutError'

/**
 * Returns whether a rejection is permanent: of the recipient or the text. Rejections of the sender, of a password or of
 * TLS concern the settings: the mail is sent after they are corrected.
 */
const isFinal = ({ permanent, command }: SmtpError): boolean =>
  permanent === true && (command === 'RCPT TO' || command === 'DATA')
