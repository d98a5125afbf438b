import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { layout } from '#services/mail/built-in/layout'
import { writeMail } from '#services/mail/rendering/write-mail'
import { messageOptions } from '#services/mail/transport/message-options'
import { TemplateFault } from '#services/templates/template-fault'
import { runs } from '#test/support/runner/runs'

const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

/** Random text with many of the characters that have a meaning in headers. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\r\n', '\nBcc: x@y.example', '\u2028', '<', '>', '"', ',', '=?'),
    ),
  )
  .map((parts) => parts.join(''))

const HEADERS = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']
const UNSUBSCRIBE = ['list-unsubscribe', 'list-unsubscribe-post']

test('no text in names or the subject adds a header or a recipient', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, anyText, async (subject, fromName, toName) => {
      const { message } = await writer.sendMail(
        messageOptions({
          tenantId: 1,
          id: 1,
          messageId: '<a@b.example>',
          date: new Date(0),
          html: '<p>h</p>',
          text: 't',
          // A mail must have a subject, so an empty one is a fault of the template.
          subject: `S${subject}`,
          from: { name: fromName, address: 'from@x.example' },
          to: { name: toName, address: 'to@x.example' },
          replyTo: null,
          unsubscribeUrl: 'https://x.example/u',
        }),
      )
      const head = (message as Buffer).toString('latin1').split('\r\n\r\n')[0] ?? ''
      const lines = head.split('\r\n').filter((line) => !/^[ \t]/.test(line))
      const names = lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase()).sort()
      expect(names.filter((name) => name !== 'content-transfer-encoding')).toEqual([...HEADERS, ...UNSUBSCRIBE].sort())
      const mail = await PostalMime.parse(message as Buffer)
      expect([mail.from?.address, mail.to?.map(({ address }) => address)]).toEqual(['from@x.example', ['to@x.example']])
      expect([mail.cc, mail.bcc]).toEqual([undefined, undefined])
    }),
    { numRuns: runs(300) },
  )
})

/** Parts of templates in any order. */
const PIECES = [
  '{{',
  '}}',
  '{%',
  '%}',
  ' if ',
  ' for i in (1..99) ',
  'endfor',
  'endif',
  'to.name',
  ' | ',
  'size',
  'raw',
]
const MORE = [
  'assign x = ',
  '"',
  '<p>',
  '</p>',
  '<script>',
  '<img src=x onerror=y>',
  'javascript:',
  '<a href="',
  '\n',
  '-',
]

test('every template becomes a clean mail or a fault with its position', () => {
  const anyTemplate = fc
    .array(fc.oneof(fc.constantFrom(...PIECES, ...MORE), fc.string()))
    .map((parts) => parts.join(''))
  const variables = {
    organization: { name: 'O' },
    to: { name: '<b onclick=x>', address: 'a@x.example' },
    unsubscribe_url: null,
  }
  fc.assert(
    fc.property(anyTemplate, (html) => {
      try {
        const mail = writeMail({ subject: 'S', html, text: null }, layout.html, variables)
        expect(mail.body).not.toMatch(/<script|<[^>]*\son\w+=|href="javascript:/i)
      } catch (error) {
        if (!(error instanceof TemplateFault)) throw error
        expect(error.line * error.column).toBeGreaterThan(0)
      }
    }),
    { numRuns: runs(1000) },
  )
})
