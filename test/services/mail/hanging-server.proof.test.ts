import { expect, test } from 'vitest'
import type { OutgoingMail } from '#services/mail/transport/mail-transport'
import { smtpTransport } from '#services/mail/transport/smtp-transport'
import { type Deafness, startDeafMailServer } from '#test/support/mail/deaf-mail-server'
import { startSmtpSink } from '#test/support/mail/smtp-sink'

const TIMES = { dns: 1000, connection: 1000, greeting: 600, socket: 600, whole: 2000, idle: 1000 }
const mailTo = (address: string): OutgoingMail => ({
  tenantId: 1,
  id: 1,
  messageId: `<${address}>`,
  date: new Date(),
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  unsubscribeUrl: null,
  from: { name: 'Harbor', address: 'office@harbor.example' },
  replyTo: null,
  to: { name: null, address },
})
const errorOf = (sending: Promise<void>): Promise<string> =>
  sending.then(
    () => 'sent',
    (error: Error) => error.message,
  )
const MOMENT_AGO = 'The mail server recently did not respond in time.'

test.each<Deafness>(['silent', 'midway'])(
  'a mail server that is %s has one mail at a time wait for it once one ran out of time',
  async (deafness) => {
    const server = await startDeafMailServer(deafness)
    const settings = { url: server.url, requireTls: false, connections: 4 }
    const transport = smtpTransport(settings, TIMES)
    const first = await Promise.all(['a', 'b', 'c'].map((name) => errorOf(transport.send(mailTo(`${name}@x.example`)))))
    expect(first).not.toContain('sent')
    expect(first).not.toContain(MOMENT_AGO)
    const tried = errorOf(transport.send(mailTo('d@x.example')))
    for (const name of ['e', 'f', 'g'])
      expect(await errorOf(transport.send(mailTo(`${name}@x.example`)))).toBe(MOMENT_AGO)
    expect(await tried).not.toBe(MOMENT_AGO)
    transport.close()
    await server.close()
  },
)

test('a server that responds again gets several mails at once again; one that refuses does not count as hanging', async () => {
  let hangs = true
  const sink = await startSmtpSink(0, { onConnect: (_session, done) => (hangs ? undefined : done()) })
  const transport = smtpTransport({ url: sink.url, requireTls: false, connections: 4 }, TIMES)
  expect(await errorOf(transport.send(mailTo('a@x.example')))).not.toBe('sent')
  hangs = false
  expect(await errorOf(transport.send(mailTo('b@x.example')))).toBe('sent')
  expect(await errorOf(transport.send(mailTo('gone@x.example')))).toContain('no such mailbox')
  const names = ['c', 'd', 'e', 'f', 'g', 'h']
  expect(await Promise.all(names.map((name) => errorOf(transport.send(mailTo(`${name}@x.example`)))))).toEqual(
    names.map(() => 'sent'),
  )
  transport.close()
  await sink.close()
})
