import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A received mail: the recipient of the envelope, the parsed message, and its text. */
export interface Received {
  to: string
  mail: Email
  raw: string
}

export interface SmtpSink {
  /** `smtp://127.0.0.1:<port>`. */
  readonly url: string
  readonly received: Received[]
  /** The number of mails for each recipient, rejected ones included. */
  readonly asked: Map<string, number>
  close(): Promise<void>
}

/**
 * Starts a mail server on 127.0.0.1 that accepts every mail, with these exceptions: it rejects `gone...` permanently,
 * `later...` temporarily at the first attempt, and `spam...` permanently after it has read the text.
 *
 * @param linger milliseconds between accepting a message and confirming that: a test can kill the sender then.
 */
export const startSmtpSink = async (linger = 0, options: SMTPServerOptions = {}): Promise<SmtpSink> => {
  const received: Received[] = []
  const asked = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      asked.set(address, (asked.get(address) ?? 0) + 1)
      if (address.startsWith('gone')) return done(refusal(550, '5.1.1 There is no such mailbox'))
      if (address.startsWith('later') && asked.get(address) === 1) return done(refusal(451, '4.7.1 Try again later'))
      done()
    },
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const raw = Buffer.concat(parts).toString('utf8')
        const to = envelope.rcptTo[0]?.address ?? ''
        if (to.startsWith('spam')) return done(refusal(554, '5.7.1 Unwanted'))
        received.push({ to, raw, mail: await PostalMime.parse(raw) })
        setTimeout(done, linger)
      })
    },
    ...options,
  })
  // Senders that are killed break their connections.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
