import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboxFolder } from '#services/mail/transport/outbox-folder'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-outbox-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('writes a mail that is sent several times at once as one complete file', async () => {
  const mail = {
    tenantId: 1,
    id: 7,
    messageId: '<a@b.example>',
    date: new Date(),
    from: { name: 'F', address: 'f@x.example' },
    to: { name: null, address: 't@x.example' },
    replyTo: null,
    subject: 's',
    html: '<p>h</p>',
    text: 't '.repeat(50_000),
    unsubscribeUrl: null,
  }
  const transport = outboxFolder(folder)
  await Promise.all(Array.from({ length: 20 }, () => transport.send(mail)))
  expect(readdirSync(folder)).toEqual(['t1-m0000000007.eml'])
  const { text = '' } = await PostalMime.parse(readFileSync(join(folder, 't1-m0000000007.eml')))
  expect(text.trim()).toBe(mail.text.trim())
})
