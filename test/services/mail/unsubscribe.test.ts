import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealer } from '#kernel/crypto/seal'
import { unsubscribeTokens } from '#services/mail/unsubscribe/unsubscribe-token'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
  await server.database.system.tenant.update({ where: { id: caller.tenant.id }, data: { name: 'Harbor <Chamber>' } })
})
afterAll(() => server.close())

const tokens = unsubscribeTokens(sealer(Buffer.alloc(32, 7)))
let made = 0
const link = (addressKey = `ada${++made}@lindqvist.example`) => {
  const subscription = { tenantId: caller.tenant.id, addressKey, category: 'membership-notices' }
  const url = `/api/public/mail/unsubscribe/${tokens.make(subscription)}`
  const form = (payload: string, type = 'application/x-www-form-urlencoded') =>
    server.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
  const kept = async () => {
    const where = { tenantId: caller.tenant.id, addressKey }
    const rows = await server.database.system.mailSuppression.findMany({ where, orderBy: { category: 'asc' } })
    return rows.map(({ category, reason }) => `${category} ${reason}`)
  }
  return { url, form, kept, look: () => server.app.inject({ url }) }
}

describe('the link of a mail', () => {
  test('unsubscribes by one click, as mail programs send it, also repeatedly', async () => {
    const { form, kept, url } = link()
    for (const again of [1, 2, 3]) {
      const answer = await form('List-Unsubscribe=One-Click')
      expect(answer.statusCode, `${again}`).toBe(200)
      expect(answer.body).toContain('You no longer get')
    }
    expect(await kept()).toEqual(['membership-notices unsubscribed'])
    const other = link()
    const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    expect((await other.form(multipart, 'multipart/form-data; boundary=x')).statusCode).toBe(200)
    expect(await other.kept()).toEqual(['membership-notices unsubscribed'])
    const bare = link()
    expect((await server.app.inject({ method: 'POST', url: bare.url })).statusCode).toBe(200)
    expect(await bare.kept()).toHaveLength(1)
    expect(url).not.toMatch(/ada[.@]|lindqvist/)
  })

  test('changes nothing when it is opened, and shows only a masked address', async () => {
    const { look, kept, url } = link('ada.lindqvist@mail.example')
    const page = await look()
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect([page.headers['cache-control'], page.headers['referrer-policy']]).toEqual(['no-store', 'no-referrer'])
    expect(page.body).toContain('Harbor &lt;Chamber&gt;')
    expect(page.body).toContain('a•••@m•••.example')
    expect(page.body).not.toMatch(/lindqvist|mail\.example/)
    await server.app.inject({ method: 'HEAD', url })
    expect(await kept()).toEqual([])
  })

  test('unsubscribes from all categories and subscribes again, but does not lift a suppression by staff', async () => {
    const { form, kept, look } = link('eve@x.example')
    await form('Choice=category')
    expect((await form('Choice=all')).body).toContain('any mail')
    expect(await kept()).toEqual(['* unsubscribed', 'membership-notices unsubscribed'])
    expect((await form('Choice=again')).body).toContain('You get <strong>Membership notices')
    expect(await kept()).toEqual([])
    await caller.post('/api/mail/suppressions', { Address: 'eve@x.example' })
    expect((await form('Choice=again')).body).toContain('any mail')
    expect(await kept()).toEqual(['* staff'])
    expect((await look()).body).toContain('any mail')
    expect((await form('Choice=everything')).statusCode).toBe(400)
    const own = { tenantId: caller.tenant.id }
    const events = await server.database.system.outboxEvent.count({ where: { ...own, kind: 'mail.unsuppressed' } })
    expect(events).toBe(2)
  })

  test('does nothing if it was forged or changed', async () => {
    const { url } = link('safe@x.example')
    const forged = unsubscribeTokens(sealer(Buffer.alloc(32, 8)))
    const token = forged.make({ tenantId: caller.tenant.id, addressKey: 'safe@x.example', category: 'news' })
    const gone = tokens.make({ tenantId: 999_999, addressKey: 'safe@x.example', category: 'news' })
    const last = url.endsWith('A') ? 'B' : 'A'
    for (const bad of [token, gone, `${url.split('/').at(-1)?.slice(0, -2)}${last}A`, 'x', '%00', 'a'.repeat(500)]) {
      const answer = await server.app.inject({ method: 'POST', url: `/api/public/mail/unsubscribe/${bad}` })
      expect([400, 404], bad).toContain(answer.statusCode)
    }
    expect(await server.database.system.mailSuppression.count({ where: { addressKey: 'safe@x.example' } })).toBe(0)
    const page = await server.app.inject({ url: '/api/public/mail/unsubscribe/abc' })
    expect([page.statusCode, page.body.includes('This link does not work')]).toEqual([404, true])
  })

  test('is short enough to be served for the longest valid address', async () => {
    const { form } = link(`${'ö'.repeat(32)}@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(59)}.example`)
    expect((await form('')).statusCode).toBe(200)
  })
})
