import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { templateList } from '#areas/work/mail/templates/templates.listing'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'
import { expectFieldsAgree } from '#test/support/server/list-fields'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const BUILT_IN = [
  'event-cancelled',
  'event-certificate',
  'event-changed',
  'event-invitation',
  'event-offer-expired',
  'event-registration-approved',
  'event-registration-cancelled',
  'event-registration-confirmed',
  'event-registration-link',
  'event-registration-rejected',
  'event-registration-taken-over',
  'event-registration-transferred',
  'event-seat-offered',
  'event-sponsor-declined',
  'event-waiting-list-joined',
  'invoice-document',
  'layout',
  'mail-digest',
  'member-address-changed',
  'member-invitation',
  'member-new-browser',
  'member-password-changed',
  'member-sign-in',
  'membership-dropped',
  'membership-expiring',
  'membership-grace',
  'membership-joined',
  'membership-renewed',
  'payment-part-due',
  'payment-part-failed',
  'proposal-approved',
  'proposal-declined',
  'receipt-document',
  'statement-document',
  'store-order-cancelled',
  'store-order-confirmed',
  'store-order-refunded',
  'store-order-shipped',
  'store-vouchers',
  'task-reminder',
]

let made = 0
const draft = (more: Json = {}): Json => ({ Name: `Template ${++made}`, Subject: 'S', Html: '<p>Hi</p>', ...more })
const create = async (body: Json = draft()): Promise<number> =>
  (await bench.good('saveMailTemplate', bench.mine.post('/api/mail/templates/0', body))).body.TemplateId as number
const list = async (query = ''): Promise<Json[]> => {
  const { body } = await bench.good('listMailTemplates', bench.mine.get(`/api/mail/templates${query}`))
  return (body as unknown as { Results: Json[] }).Results
}
const idOf = async (key: string) => (await list(`?$filter=Key eq '${key}'`))[0]?.TemplateId as number

describe('GET /api/mail/templates (listMailTemplates)', () => {
  test('lists the built-in templates of a new tenant', async () => {
    const keys = (await list('?$top=100')).map(({ Key }) => Key).filter(Boolean)
    expect(keys.sort()).toEqual(BUILT_IN)
  })

  test('shows the values of the templates, and filters and orders by them', async () => {
    const caller = await bench.server.tenant()
    const { Results } = (await caller.get('/api/mail/templates')).json() as { Results: Json[] }
    expect(Results).toHaveLength(BUILT_IN.length)
    for (const row of Results) {
      const { Actions: _actions, ...shown } = row
      expect((await caller.get(`/api/mail/templates/${row.TemplateId}`)).json()).toMatchObject(shown)
    }
    await expectFieldsAgree(caller, '/api/mail/templates', templateList.listing, 'TemplateId gt 0', [
      ...['AuditId', 'BuiltInVersion', 'IsEdited', 'HasNewerVersion'],
    ])
  })
})

describe('GET /api/mail/templates/{templateId} (getMailTemplate)', () => {
  test('returns a built-in template with its variables', async () => {
    const id = await idOf('membership-expiring')
    const { body } = await bench.good('getMailTemplate', bench.mine.get(`/api/mail/templates/${id}`))
    expect(body).toMatchObject({ Category: 'membership-notices', Text: null, AuditId: 1 })
    expect(body.Variables).toContainEqual(expect.objectContaining({ Name: 'membership.ends_on', Sample: '2027-01-31' }))
  })
})

describe('POST /api/mail/templates/{templateId} (saveMailTemplate)', () => {
  test('creates a template and changes it by its version, until it is deleted', async () => {
    const id = await create(draft({ Name: '  Spring   news ', Category: 'news', Text: 'Hi', Description: 'Yearly' }))
    const read = await bench.good('getMailTemplate', bench.mine.get(`/api/mail/templates/${id}`))
    expect(read).toMatchObject({ body: { Name: 'Spring news', Category: 'news', Text: 'Hi', Key: null }, version: 1 })
    const change = (body: Json, headers = {}) => bench.mine.post(`/api/mail/templates/${id}`, body, headers)
    expect(await refusal(change({ Subject: 'New' }))).toEqual([409, 'stale-audit-id'])
    expect(await refusal(change({ Subject: 'New' }, { 'if-match': '"7"' }))).toEqual([412, 'precondition-failed'])
    const changed = await bench.good('saveMailTemplate', change({ AuditId: 1, Subject: 'New', Text: null }))
    expect(changed).toMatchObject({
      version: 2,
      body: { Subject: 'New', Text: null, Html: '<p>Hi</p>', Category: 'news' },
    })
    expect((await list("?$filter=Category eq 'news'")).map(({ TemplateId }) => TemplateId)).toEqual([id])
    expect((await bench.mine.delete(`/api/mail/templates/${id}`, { 'if-match': '"1"' })).statusCode).toBe(412)
    expect((await bench.mine.delete(`/api/mail/templates/${id}`)).statusCode).toBe(200)
    expect(await refusal(bench.mine.get(`/api/mail/templates/${id}`))).toEqual([404, 'not-found'])
    const where = { tenantId: bench.mine.tenant.id, entity: 'mail-template', entityId: id }
    const entries = await bench.server.database.system.auditEntry.findMany({ where, orderBy: { auditId: 'asc' } })
    expect(entries.map(({ action }) => action)).toEqual(['created', 'updated', 'deleted'])
  })

  test('rejects faults with their line and column', async () => {
    const save = (more: Json) => bench.mine.post('/api/mail/templates/0', draft(more))
    const answer = await save({ Subject: '{{ a | no }}', Html: '<p>\n  {{ x | nope: 1 }}' })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'template-fault'])
    expect(answer.json().errors).toEqual([
      { pointer: '/Subject', message: 'line 1, column 1: undefined filter: no' },
      { pointer: '/Html', message: 'line 2, column 3: undefined filter: nope' },
    ])
    expect(await refusal(save({ Html: '{% for i in (1..100000000) %}x{% endfor %}' }))).toEqual([422, '/Html'])
    expect(await refusal(save({ Text: '{% include "x" %}' }))).toEqual([422, '/Text'])
    expect(await refusal(save({ Name: ' ' }))).toEqual([400, '/Name'])
    expect(await refusal(save({ Html: null }))).toEqual([400, '/Html'])
    expect(await refusal(save({ Key: 'made-up' }))).toEqual([400, '/Key'])
    expect(await refusal(save({ Category: '*' }))).toEqual([400, '/Category'])
  })

  test('rejects a key and a name in use, and names them', async () => {
    const save = async (more: Json) => (await bench.mine.post('/api/mail/templates/0', draft(more))).json()
    const duplicate = { status: 409, code: 'duplicate' }
    expect(await save({ Key: 'layout' })).toMatchObject({
      ...duplicate,
      detail: 'There is another template for layout.',
    })
    await create(draft({ Name: 'Öffnung' }))
    const detail = 'There is another template called "OFFNUNG".'
    expect(await save({ Name: 'OFFNUNG' })).toMatchObject({ ...duplicate, detail })
  })
})

describe('POST /api/mail/templates/{templateId}/reset (resetMailTemplate)', () => {
  test('marks an edited text, and restores the built-in one', async () => {
    const id = await idOf('membership-dropped')
    const read = async () => (await bench.mine.get(`/api/mail/templates/${id}`)).json() as Json
    const { BuiltIn, ...before } = (await read()) as Json & { BuiltIn: Json }
    expect(before).toMatchObject({ IsEdited: false, BuiltInVersion: 1, HasNewerVersion: false, Kind: 'communication' })
    expect(BuiltIn).toEqual({ Version: 1, Subject: before.Subject, Html: before.Html })
    const save = (body: Json) => bench.mine.post(`/api/mail/templates/${id}`, body)
    expect((await save({ AuditId: 1, Name: 'Dropped' })).json()).toMatchObject({ IsEdited: false })
    expect((await save({ AuditId: 2, Subject: 'Gone' })).json()).toMatchObject({ IsEdited: true, BuiltInVersion: 1 })
    expect((await list('?$filter=IsEdited eq true and Key ne null')).map(({ Key }) => Key)).toEqual([
      'membership-dropped',
    ])
    const reset = (AuditId: number) => bench.mine.post(`/api/mail/templates/${id}/reset`, { AuditId })
    expect(await refusal(reset(2))).toEqual([409, 'stale-audit-id'])
    const { body } = await bench.good('resetMailTemplate', reset(3))
    expect(body).toMatchObject({ Subject: before.Subject, Name: 'Dropped', IsEdited: false, AuditId: 4 })
    expect(await refusal(reset(4))).toEqual([409, 'nothing-to-reset'])
  })

  test('has nothing to restore for a template of the tenant’s own', async () => {
    const id = await create()
    const { body } = await bench.good('getMailTemplate', bench.mine.get(`/api/mail/templates/${id}`))
    expect(body).toMatchObject({ BuiltInVersion: null, BuiltIn: null, HasNewerVersion: false })
    expect(await refusal(bench.mine.post(`/api/mail/templates/${id}/reset`, { AuditId: 1 }))).toEqual([
      409,
      'nothing-to-reset',
    ])
  })
})

describe('DELETE /api/mail/templates/{templateId} (deleteMailTemplate)', () => {
  test('restores the built-in text', async () => {
    const id = await idOf('membership-renewed')
    await bench.mine.delete(`/api/mail/templates/${id}`)
    expect(await idOf('membership-renewed')).toBeUndefined()
    const again = await create(draft({ Key: 'membership-renewed', Html: '<p>{{ membership.type }}</p>' }))
    expect(await idOf('membership-renewed')).toBe(again)
  })
})

describe('POST /api/mail/templates/{templateId}/preview (previewMailTemplate)', () => {
  test('renders an unsaved template, sanitized, with samples or for a contact', async () => {
    const sent = {
      Subject: 'Till {{ membership.ends_on }}',
      Html: '<p>{{ contact.name }} {{ typo }}</p><script>x</script>',
    }
    const id = await idOf('membership-expiring')
    const preview = (body: Json, at = id) => bench.mine.post(`/api/mail/templates/${at}/preview`, body)
    const { body } = await bench.good('previewMailTemplate', preview(sent))
    expect(body).toMatchObject({ Subject: 'Till 2027-01-31', UnknownVariables: ['typo'] })
    expect(body.Html).toContain('<p>Ada Lindqvist </p>')
    expect(body.Html).toContain('Unsubscribe')
    expect(body.Html).not.toContain('script')
    const ContactId = await bench.person()
    const named = (await preview({ ContactId })).json()
    expect(named.Text).toContain('Dear Ada,')
    expect((await preview({ ...sent, Key: 'membership-joined' }, 0)).json().Subject).toBe('Till 2027-01-31')
    expect(await refusal(preview({ Html: 'x' }, 0))).toEqual([400, '/Subject'])
    expect(await refusal(preview({ Html: '{{ x | nope }}' }))).toEqual([422, '/Html'])
    expect(await refusal(preview({ ContactId: await bench.person(bench.theirs) }))).toEqual([404, 'not-found'])
    const layout = (await preview({}, await idOf('layout'))).json()
    expect(layout.Text).toContain('the text of the mail appears here')
  })

  test('accepts the variables of workflows in a template of the tenant’s own', async () => {
    const Html = '<p>{{ contact.name }} {{ contact.first_name }} {{ workflow.name }}</p>'
    const id = await create(draft({ Html }))
    const { body } = await bench.good('getMailTemplate', bench.mine.get(`/api/mail/templates/${id}`))
    const names = (body.Variables as Json[]).map(({ Name }) => Name)
    expect(names).toEqual(expect.arrayContaining(['contact.name', 'contact.first_name', 'workflow.name']))
    const preview = (await bench.mine.post(`/api/mail/templates/${id}/preview`, {})).json()
    expect(preview.UnknownVariables).toEqual([])
    expect(preview.Html).toContain('<p>Ada Lindqvist Ada New member welcome</p>')
  })

  test.each([null, 'membership-grace'])(
    'renders a designed template without layout, as it is sent: %s',
    async (Key) => {
      const Subject = 'Designed'
      const theirs = Key === null ? 0 : await idOf(Key)
      const { AuditId } = theirs === 0 ? { AuditId: 0 } : (await bench.mine.get(`/api/mail/templates/${theirs}`)).json()
      const body = draft({ AuditId, Subject, Html: '<p>bare</p>', IsDesigned: true })
      const saved = await bench.good('saveMailTemplate', bench.mine.post(`/api/mail/templates/${theirs}`, body))
      const preview = (await bench.mine.post(`/api/mail/templates/${saved.body.TemplateId}/preview`, {})).json()
      expect(preview.Html).toContain('<p>bare</p>')
      expect(preview.Html).not.toContain('<table')
      expect(preview.Html).toContain('Unsubscribe')
    },
  )
})

describe('POST /api/mail/templates/{templateId} (saveMailTemplate)', () => {
  test('lets one of many requests with the same version succeed', async () => {
    const id = await create()
    const change = (n: number) => bench.mine.post(`/api/mail/templates/${id}`, { AuditId: 1, Subject: `${n}` })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => change(n)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('requires mail:write, reading mail:read, and returns 404 for another tenant', async () => {
    const id = await create()
    const reader = await bench.server.caller(bench.mine.tenant, ['mail:read'])
    expect((await reader.get(`/api/mail/templates/${id}`)).json().Actions).toEqual(['view'])
    expect((await reader.post(`/api/mail/templates/${id}/preview`, {})).statusCode).toBe(200)
    const ContactId = await bench.person()
    for (const call of [
      reader.post(`/api/mail/templates/${id}`, { AuditId: 1 }),
      reader.delete(`/api/mail/templates/${id}`),
      reader.post(`/api/mail/templates/${id}/preview`, { ContactId }),
      (await bench.server.caller(bench.mine.tenant, ['contacts:read'])).get('/api/mail/templates'),
    ])
      expect(await refusal(call)).toEqual([403, 'insufficient-scope'])
    for (const call of [
      bench.theirs.get(`/api/mail/templates/${id}`),
      bench.theirs.post(`/api/mail/templates/${id}`, { AuditId: 1, Name: 'x' }),
      bench.theirs.post(`/api/mail/templates/${id}/preview`, {}),
      bench.theirs.delete(`/api/mail/templates/${id}`),
    ])
      expect(await refusal(call)).toEqual([404, 'not-found'])
    expect((await bench.mine.get(`/api/mail/templates/${id}`)).json().AuditId).toBe(1)
  })
})
