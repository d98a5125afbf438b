import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type ConsoleBrowser, openConsole } from '#test/support/console/console'

let server: TestApp
let mine: TestCaller
let staff: ConsoleBrowser
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  staff = await openConsole(server, mine, 'Staff')
})
afterAll(() => server.close())

const addMails = async (status: string, count: number, caller = mine): Promise<number[]> => {
  const { system } = server.database
  const tenantId = caller.tenant.id
  const mail = (at: number) => ({
    tenantId,
    key: randomUUID(),
    templateKey: 'membership-expiring',
    status,
    data: {},
    toAddress: `m${at}@x.example`,
    addressKey: `m${at}@x.example`,
    subject: `Mail ${status} ${at}`,
    text: 'Dear Ada',
    ...(status === 'failed' && { reason: '550 No such mailbox.' }),
  })
  await system.mailMessage.createMany({ data: Array.from({ length: count }, (_one, at) => mail(at)) })
  const rows = await system.mailMessage.findMany({ where: { tenantId, status }, orderBy: { id: 'desc' } })
  return rows.map(({ id }) => Number(id))
}

describe('the mails', () => {
  test('show why a mail failed, and send it again', async () => {
    const [id] = await addMails('failed', 1)
    const list = await staff.open('/mails?status=failed')
    expect(list.words).toContain('550 No such mailbox.')
    expect(list.words).toContain('1 mail')
    const mail = await staff.open(`/mails/${id}`)
    expect(mail.words).toContain('Dear Ada')
    const after = await staff.send(`/mails/${id}/send`)
    expect(after.words).toContain('The mail to m0@x.example is queued again.')
    expect(after.words).toContain('Queued')
    const stored = await server.database.system.mailMessage.findFirst({
      where: { tenantId: mine.tenant.id, id: BigInt(id ?? 0) },
    })
    expect(stored?.status).toBe('queued')
    expect((await staff.open(`/mails/${id}`)).words, 'the notice is shown once').not.toContain('is queued again')
  })

  test('explain why a mail cannot be sent again', async () => {
    const [id] = await addMails('failed', 1)
    await staff.open(`/mails/${id}`)
    const page = staff.browser.page
    await staff.send(`/mails/${id}/send`)
    staff.browser.page = page
    const again = await staff.send(`/mails/${id}/send`)
    expect(again.words).toContain('Only a failed mail can be sent again.')
  })

  test('offer no button to a role that only reads', async () => {
    const [id] = await addMails('failed', 1)
    const reader = await openConsole(server, mine, 'Read only')
    expect((await reader.open(`/mails/${id}`)).text).not.toContain('Send again')
  })

  test('page through all rows, with the filter in the address', async () => {
    const tenant = await server.tenant()
    await addMails('sent', 120, tenant)
    const reader = await openConsole(server, tenant, 'Read only')
    const seen = new Set<string>()
    let path: string | undefined = '/mails?status=sent'
    let pages = 0
    while (path !== undefined) {
      const { text, words } = await reader.open(path)
      expect(words).toContain('120 mails')
      for (const [, id = ''] of text.matchAll(/\/mails\/(\d+)"/g)) seen.add(id)
      const next = /rel="next" href="\/console\/[^/]+([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
      if (next !== undefined) expect(next).toContain('status=sent')
      path = next
      pages++
    }
    expect([seen.size, pages]).toEqual([120, 3])
  })

  test('are found by a part of the name of their template, in words', async () => {
    const tenant = await server.tenant()
    await addMails('sent', 2, tenant)
    const reader = await openConsole(server, tenant, 'Read only')
    for (const template of ['Expiring', 'membership%20exp', 'membership-expiring'])
      expect((await reader.open(`/mails?template=${template}`)).words, template).toContain('2 mails')
    expect((await reader.open('/mails?template=welcome')).words).toContain('No mail matches')
  })

  test('return 404 for an id that is none, and for that of another organization', async () => {
    const [id] = await addMails('failed', 1, await server.foreignTenant())
    for (const wrong of [String(id), '0', 'x', '99999999999999999999'])
      expect((await staff.open(`/mails/${wrong}`)).status, wrong).toBe(404)
  })
})
