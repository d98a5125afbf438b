import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentTemplateList } from '#areas/finance/documents/templates/templates.listing'
import { DOCUMENT_KEYS, type DocumentKey } from '#services/documents/built-in/built-in-document'
import { builtInDocuments } from '#services/documents/built-in/built-in-documents'
import { readPdf } from '#test/support/files/pdf-text'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'
import { expectFieldsAgree } from '#test/support/server/list-fields'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const PATH = '/api/documents/templates'

const list = async (query = ''): Promise<Json[]> => {
  const { body } = await bench.good('listDocumentTemplates', bench.mine.get(`${PATH}${query}`))
  return (body as unknown as { Results: Json[] }).Results
}
const read = async (key: string): Promise<Json & { path: string }> => {
  const [row] = await list(`?$filter=Key eq '${key}'`)
  const { body } = await bench.good('getDocumentTemplate', bench.mine.get(`${PATH}/${row?.DocumentTemplateId}`))
  return { ...(body as Json), path: `${PATH}/${row?.DocumentTemplateId}` }
}
/** Changes a template with its current version. */
const change = async (key: string, body: Json) => {
  const { path, AuditId } = await read(key)
  return bench.good('saveDocumentTemplate', bench.mine.post(path, { AuditId, ...body }))
}
const setVersion = (key: string, builtInVersion: number) =>
  bench.server.database.system.documentTemplate.updateMany({
    where: { tenantId: bench.mine.tenant.id, key },
    data: { builtInVersion },
  })

describe('GET /api/documents/templates (listDocumentTemplates)', () => {
  test('lists one template for each kind of document, and filters and orders by each column', async () => {
    const caller = await bench.server.tenant()
    const { Results } = (await caller.get(PATH)).json() as { Results: Json[] }
    expect(Results.map(({ Key }) => Key)).toEqual([...DOCUMENT_KEYS].sort())
    for (const row of Results) {
      const { version } = builtInDocuments[row.Key as DocumentKey]
      expect(row).toMatchObject({ IsEdited: false, BuiltInVersion: version, HasNewerVersion: false })
      expect((await caller.get(`${PATH}/${row.DocumentTemplateId}`)).json()).toMatchObject(row)
    }
    const same = ['AuditId', 'BuiltInVersion', 'IsEdited', 'HasNewerVersion', 'PaperSize']
    await expectFieldsAgree(caller, PATH, documentTemplateList.listing, 'DocumentTemplateId gt 0', same)
  })

  test('finds the templates for which there is a newer built-in text', async () => {
    await setVersion('statement', 0)
    expect((await list('?$filter=HasNewerVersion eq true')).map(({ Key }) => Key)).toEqual(['statement'])
    expect(await read('statement')).toMatchObject({ HasNewerVersion: true, Actions: ['view', 'edit', 'reset'] })
    await setVersion('statement', builtInDocuments.statement.version)
  })
})

describe('GET /api/documents/templates/{documentTemplateId} (getDocumentTemplate)', () => {
  test('returns the text, the built-in text and the variables', async () => {
    const template = await read('invoice')
    const { html, version } = builtInDocuments.invoice
    expect(template).toMatchObject({ Name: 'Invoice', Html: html, BuiltIn: { Version: version, Html: html } })
    const names = (template.Variables as unknown as Json[]).map(({ Name }) => Name)
    expect(names).toEqual(expect.arrayContaining(['organization.name', 'invoice.lines', 'currency']))
  })
})

describe('POST /api/documents/templates/{documentTemplateId} (saveDocumentTemplate)', () => {
  test('changes a template by its version, marks it as edited and records it', async () => {
    const { path } = await read('receipt')
    const save = (body: Json, headers = {}) => bench.mine.post(path, body, headers)
    expect(await refusal(save({ Html: '<p>x</p>' }))).toEqual([409, 'stale-audit-id'])
    expect(await refusal(save({ Html: '<p>x</p>' }, { 'if-match': '"9"' }))).toEqual([412, 'precondition-failed'])
    const { body, version } = await change('receipt', { Html: '<p>{{ payment.number }}</p>', PaperSize: 'A4' })
    expect(version).toBe(2)
    expect(body).toMatchObject({
      Html: '<p>{{ payment.number }}</p>',
      PaperSize: 'A4',
      IsEdited: true,
      BuiltInVersion: 3,
    })
    expect(await read('receipt')).toMatchObject({ IsEdited: true, AuditId: 2 })
    const where = { tenantId: bench.mine.tenant.id, entity: 'document-template' }
    expect(await bench.server.database.system.auditEntry.count({ where })).toBe(1)
    expect(await bench.server.database.system.outboxEvent.count({ where })).toBe(1)
  })

  test('is not edited with the built-in text or another paper', async () => {
    expect((await change('statement', { PaperSize: 'Letter' })).body).toMatchObject({ IsEdited: false })
    await change('statement', { Html: '<p>own</p>', PaperSize: null })
    const again = await change('statement', { Html: builtInDocuments.statement.html })
    expect(again.body).toMatchObject({ IsEdited: false, PaperSize: null, BuiltInVersion: 3 })
  })

  test('accepts the version that an edited text is based on', async () => {
    await change('certificate', { Html: '<p>own</p>' })
    await setVersion('certificate', 0)
    expect(await read('certificate')).toMatchObject({ IsEdited: true, HasNewerVersion: true })
    const { body } = await change('certificate', { BuiltInVersion: builtInDocuments.certificate.version })
    expect(body).toMatchObject({ IsEdited: true, HasNewerVersion: false, Html: '<p>own</p>' })
    const { path, AuditId } = await read('certificate')
    expect(
      await refusal(bench.mine.post(path, { AuditId, BuiltInVersion: builtInDocuments.certificate.version + 1 })),
    ).toEqual([400, '/BuiltInVersion'])
  })

  test('rejects faults by line and column, blank texts and too many pages', async () => {
    const { path, AuditId } = await read('invoice')
    const save = (Html: string | null) => bench.mine.post(path, { AuditId, Html })
    expect((await save('<p>\n  {{ x | nope }}')).json()).toMatchObject({
      status: 422,
      code: 'template-fault',
      detail: 'The template cannot be parsed or rendered. /Html line 2, column 3: undefined filter: nope.',
      errors: [{ pointer: '/Html', message: 'line 2, column 3: undefined filter: nope' }],
    })
    expect(await refusal(save(' '))).toEqual([400, '/Html'])
    expect(await refusal(save(null))).toEqual([400, '/Html'])
    expect(await refusal(save('{% for i in (1..300) %}<p class="page-break">x</p>{% endfor %}'))).toEqual([
      422,
      '/Html',
    ])
    expect(await read('invoice')).toMatchObject({ AuditId, IsEdited: false })
  })

  test('lets one of many requests with the same version succeed', async () => {
    const { path, AuditId } = await read('invoice')
    const save = (n: number) => bench.mine.post(path, { AuditId, Html: `<p>${n}</p>` })
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => save(n)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })
})

describe('POST /api/documents/templates/{documentTemplateId}/reset (resetDocumentTemplate)', () => {
  test('restores the built-in text once, and keeps the paper', async () => {
    await change('invoice', { Html: '<p>own</p>', PaperSize: 'A4' })
    const { path, AuditId } = await read('invoice')
    expect(await refusal(bench.mine.post(`${path}/reset`, { AuditId: 1 }))).toEqual([409, 'stale-audit-id'])
    const { body } = await bench.good('resetDocumentTemplate', bench.mine.post(`${path}/reset`, { AuditId }))
    const html = builtInDocuments.invoice.html
    expect(body).toMatchObject({ Html: html, IsEdited: false, PaperSize: 'A4', Actions: ['view', 'edit'] })
    expect(await read('invoice')).toMatchObject({ Html: html, AuditId: body.AuditId })
    const again = bench.mine.post(`${path}/reset`, { AuditId: body.AuditId })
    expect(await refusal(again)).toEqual([409, 'nothing-to-reset'])
  })
})

describe('POST /api/documents/templates/{documentTemplateId}/preview (previewDocumentTemplate)', () => {
  test('returns the document with sample values, and the variables that do not exist', async () => {
    const { path } = await read('invoice')
    const { body } = await bench.good('previewDocumentTemplate', bench.mine.post(`${path}/preview`, {}))
    expect(body).toMatchObject({ PageCount: 1, UnknownVariables: [], UnshownCharacters: [] })
    expect(body.Html).toContain('$1,179.93')
    expect(body.Html).toContain("default-src 'none'")
    const Html = '<h1>{{ invoice.nummer }}</h1><script>alert(1)</script><img src="https://x.example/a.png">'
    const draft = (await bench.mine.post(`${path}/preview`, { Html })).json()
    expect(draft.UnknownVariables).toEqual(['invoice.nummer'])
    expect(draft.Html).not.toMatch(/script>|x\.example/)
    const runes = (await bench.mine.post(`${path}/preview`, { Html: '<p>ᚠ ع 中 ᚠ</p>' })).json()
    expect(runes.UnshownCharacters).toEqual(['ᚠ'])
  })

  test('sends the HTML or the PDF itself to callers that accept it', async () => {
    const { path } = await read('statement')
    const preview = (accept: string) => bench.mine.post(`${path}/preview`, { PaperSize: 'A4' }, { accept })
    const html = await preview('text/html')
    expect([html.statusCode, html.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(html.body).toMatch(/^<!doctype html>/)
    const pdf = await preview('application/pdf')
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(pdf.headers['content-disposition']).toContain('filename="Statement.pdf"')
    const { pages, title } = await readPdf(pdf.rawPayload)
    expect(title).toBe('Statement')
    expect(pages[0]).toContain('1,279.93')
  })

  test('requires the scopes, and returns 404 for the template of another tenant', async () => {
    const { path, AuditId } = await read('invoice')
    const reader = await bench.server.caller(bench.mine.tenant, ['document-templates:read'])
    expect((await reader.get(path)).json().Actions).toEqual(['view'])
    expect((await reader.post(`${path}/preview`, {})).statusCode).toBe(200)
    for (const call of [reader.post(path, { AuditId }), reader.post(`${path}/reset`, { AuditId })])
      expect(await refusal(call)).toEqual([403, 'insufficient-scope'])
    for (const call of [
      bench.theirs.get(path),
      bench.theirs.post(path, { AuditId, PaperSize: 'A4' }),
      bench.theirs.post(`${path}/preview`, {}),
      bench.theirs.post(`${path}/reset`, { AuditId }),
    ])
      expect(await refusal(call)).toEqual([404, 'not-found'])
  })
})
