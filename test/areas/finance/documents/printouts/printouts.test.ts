import { randomBytes } from 'node:crypto'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oldPrintouts } from '#areas/finance/documents/printouts/printouts.job'
import { systemScope } from '#kernel/outbox/deliver'
import type { OutgoingMail } from '#services/mail/transport/mail-transport'
import { readPdf } from '#test/support/files/pdf-text'
import { type BooksApi, openBooks } from '#test/support/finance/documents'
import { upload } from '#test/support/integration/files'
import { sendMails } from '#test/support/mail/send-mails'

let api: BooksApi
let contact: number
beforeAll(async () => {
  api = await openBooks()
  contact = await api.person()
})
afterAll(() => api.server.close())

const PDF = { accept: 'application/pdf' }
const get = (path: string, headers: Record<string, string> = PDF) => api.caller.get(`/api/finance/${path}`, headers)
const textOf = async (path: string): Promise<string> => {
  const response = await get(path)
  expect(response.statusCode, response.body).toBe(200)
  return (await readPdf(response.rawPayload)).pages.join('\n')
}
const changeSettings = async (body: object) => {
  const { AuditId } = (await api.caller.get('/api/settings/tenant')).json()
  return api.body(api.caller.post('/api/settings/tenant', { AuditId, ...body }))
}
const printoutsOf = (kind: string, documentId: number) =>
  api.server.database.system.printout.findMany({ where: { tenantId: api.caller.tenant.id, kind, documentId } })

describe('GET /api/finance/invoices/{invoiceId}/document (getInvoiceDocument)', () => {
  test('shows the invoice with its lines, taxes, payments and open amount, and the organization', async () => {
    const taxSet = await api.body(
      api.caller.post('/api/finance/taxsets/0', { Name: 'Tax', Rates: [{ Name: 'State', Percent: 5.5 }] }),
    )
    const AccountId = await api.account('membership-income')
    const id = await api.create('invoices', {
      ContactId: contact,
      Message: 'Many thanks',
      ShippingAmount: 4.5,
      BillingAddress: {
        Line1: '4 Quay Road',
        City: 'Rockland',
        StateProvince: 'ME',
        PostalCode: '04841',
        CountryCode: 'CA',
      },
      Lines: [
        { Description: 'Workshop <b>one</b>', UnitPrice: 100, Quantity: 2, AccountId, TaxSetId: taxSet.TaxSetId },
        { Description: 'Book', UnitPrice: 12, DiscountAmount: 2, AccountId, ServiceDate: '2026-07-01' },
      ],
    })
    const payment = await api.create('payments', {
      ContactId: contact,
      Amount: 50,
      PaymentTypeId: 2,
      Applications: [{ InvoiceId: id, Amount: 50 }],
    })
    await changeSettings({
      OrganizationName: 'Harbor Chamber, Inc.',
      OrganizationAddress: '12 Harbor Street\nPortland, ME 04101',
      TaxNumber: '01-0234567',
      BankDetails: 'Harbor Savings Bank\nAccount 40417203',
    })
    const { DisplayNumber } = await api.get('invoices', id)
    const { DisplayNumber: paymentNumber } = await api.get('payments', payment)
    const text = await textOf(`invoices/${id}/document`)
    for (const part of [
      ...['Harbor Chamber, Inc.', '12 Harbor Street', 'Tax number 01-0234567', DisplayNumber, '15 June 2026'],
      ...['4 Quay Road', 'Rockland, ME 04841', 'Canada', 'Workshop <b>one</b>', '1 July 2026', '10.00'],
      ...['210.00', 'State 5.5%', '11.00', '4.50', '$225.50', `Payment ${paymentNumber}`, '$175.50', 'Many thanks'],
      'Harbor Savings Bank',
    ])
      expect(text).toContain(part)
    const html = await get(`invoices/${id}/document?format=html`, { accept: 'text/html' })
    expect(html.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `inline; filename="${DisplayNumber}.html"`,
      'content-security-policy': expect.stringMatching(/default-src 'none'.*img-src data:; sandbox/),
    })
    expect(html.body).toContain('Workshop &lt;b&gt;one&lt;/b&gt;')
    expect(html.body).not.toMatch(/<script/i)
  })

  test('makes the same version once: the same bytes, with ETag and ranges, and new ones after each change', async () => {
    const id = await api.invoice(contact, 30)
    const path = `invoices/${id}/document`
    const [first, ...others] = await Promise.all([get(path), get(path), get(path)])
    const { etag } = first.headers
    for (const other of others) expect(other.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(await printoutsOf('invoice', id)).toHaveLength(1)
    expect((await get(path, { ...PDF, 'if-none-match': String(etag) })).statusCode).toBe(304)
    const part = await get(path, { ...PDF, range: 'bytes=0-4' })
    expect([part.statusCode, part.body, part.headers.etag]).toEqual([206, '%PDF-', etag])
    const wrapped = (await get(path, {})).json()
    expect(Buffer.from(wrapped.Content, 'base64').equals(first.rawPayload)).toBe(true)

    const { AuditId } = await api.get('invoices', id)
    await api.body(api.caller.post(`/api/finance/invoices/${id}`, { AuditId, Message: 'New' }))
    const changed = await get(path)
    expect(changed.headers.etag).not.toBe(etag)
    await changeSettings({ TaxNumber: '99' })
    expect((await get(path)).headers.etag).not.toBe(changed.headers.etag)
    expect(await printoutsOf('invoice', id)).toHaveLength(3)
    await api.take('invoices', id, 'void')
    expect(await textOf(path)).toContain('VOID')
  })

  test('shows the logo, which is drawn again, and follows the template of the tenant', async () => {
    const FileId = await upload(api.caller, 'logo.png', noisyPng(700, 300))
    const { LogoFileId } = (await changeSettings({ LogoFileId: FileId })) as { LogoFileId: number }
    expect(LogoFileId).not.toBe(FileId)
    const { Size } = (await api.caller.get(`/api/files/${LogoFileId}`)).json()
    expect(Size).toBeLessThan(100_000)
    const id = await api.invoice(contact, 30)
    const html = (await get(`invoices/${id}/document`, { accept: 'text/html' })).body
    expect(html).toMatch(/<img src="data:image\/(png|jpeg);base64,/)
    const { Results } = (await api.caller.get(`/api/documents/templates?$filter=Key eq 'invoice'`)).json()
    const [{ DocumentTemplateId, AuditId }] = Results
    const saved = await api.caller.post(`/api/documents/templates/${DocumentTemplateId}`, {
      AuditId,
      Html: '<h1>Own {{ invoice.number }}</h1>',
    })
    expect(saved.statusCode).toBe(200)
    expect(await textOf(`invoices/${id}/document`)).toMatch(/^Own INV-\d+/)
    await changeSettings({ LogoFileId: 0 })
    expect((await api.caller.get(`/api/files/${LogoFileId}`)).statusCode).toBe(404)
    await api.caller.post(`/api/documents/templates/${DocumentTemplateId}/reset`, { AuditId: AuditId + 1 })
  })

  test('returns 404 for an invoice that does not exist, and 400 for another format', async () => {
    expect((await get('invoices/999999/document')).statusCode).toBe(404)
    expect((await get('invoices/1/document?format=docx')).statusCode).toBe(400)
  })
})

describe('GET /api/finance/payments/{paymentId}/document (getPaymentDocument)', () => {
  test('shows the payment and the invoices that it pays', async () => {
    const invoice = await api.invoice(contact, 30)
    const id = await api.create('payments', {
      ContactId: contact,
      Amount: 50,
      PaymentTypeId: 2,
      Reference: '20817',
      Applications: [{ InvoiceId: invoice, Amount: 30 }],
    })
    const { DisplayNumber } = await api.get('payments', id)
    const text = await textOf(`payments/${id}/document`)
    const { DisplayNumber: number } = await api.get('invoices', invoice)
    for (const part of [DisplayNumber, 'Check', '20817', '$50.00', number, '30.00', '$20.00 is not applied'])
      expect(text).toContain(part)
  })
})

describe('GET /api/finance/contacts/{contactId}/statement/document (getStatementDocument)', () => {
  test('shows the transactions of the period with the balance after each, and the open invoices by age', async () => {
    const person = await api.person()
    await api.invoice(person, 30, { IssuedDate: '2026-04-01', DueDate: '2026-04-20' })
    await api.invoice(person, 40, { IssuedDate: '2026-06-01' })
    const text = await textOf(`contacts/${person}/statement/document?from=2026-05-01&to=2026-06-30`)
    expect(text).toMatch(/Balance brought forward 30\.00 1 June 2026 Invoice INV-\d+ 40\.00 70\.00/)
    expect(text).toMatch(/31 to 60 days.*30\.00/)
    expect((await get(`contacts/${person}/statement/document?from=2026-07-01&to=2026-06-30`)).statusCode).toBe(400)
    expect((await get('contacts/999999/statement/document')).statusCode).toBe(404)
  })

  test('shows up to 500 transactions, and rejects more with what to do', async () => {
    const person = await api.person()
    await addTransactions(person, 500)
    const first = await get(`contacts/${person}/statement/document`)
    expect(first.statusCode, first.body.slice(0, 400)).toBe(200)
    expect((await get(`contacts/${person}/statement/document?format=html`)).body.split('OPEN-')).toHaveLength(501)
    await addTransactions(person, 1)
    const refused = (await get(`contacts/${person}/statement/document`)).json()
    expect(refused).toMatchObject({ status: 422, code: 'too-many', detail: expect.stringContaining('from and to') })
  }, 30_000)
})

describe('POST /api/finance/invoices/{invoiceId}/document/send (sendInvoiceDocument)', () => {
  test('mails the PDF to the contact, and records it with its communications', async () => {
    const person = await api.person()
    const id = await api.invoice(person, 30)
    const path = `/api/finance/invoices/${id}/document/send`
    expect(await api.refuse(`invoices/${id}/document/send`, {})).toEqual([422, 'email-needed'])
    expect(await api.refuse(`invoices/${id}/document/send`, { Address: 'nobody' })).toEqual([
      400,
      'invalid-input',
      '/Address',
    ])
    const email = { EmailAddress: 'ada@payer.example', EmailTypeId: 1, IsPrimary: true }
    await api.body(api.caller.post(`/api/contacts/${person}/emails/0`, email))
    const key = { 'idempotency-key': `send-${id}` }
    const sent = (await api.caller.post(path, { Message: 'Hello <Ada>' }, key)).json()
    expect((await api.caller.post(path, { Message: 'Hello <Ada>' }, key)).json()).toEqual(sent)
    const { DisplayNumber } = await api.get('invoices', id)
    expect(sent).toMatchObject({ Name: `${DisplayNumber}.pdf` })

    const mails: OutgoingMail[] = []
    await sendMails(api.server, api.caller.tenant.id, async (mail) => void mails.push(mail))
    const pdf = await get(`invoices/${id}/document`)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      to: { address: 'ada@payer.example' },
      subject: expect.stringContaining(`Invoice ${DisplayNumber} from`),
      attachments: [{ name: `${DisplayNumber}.pdf`, mediaType: 'application/pdf' }],
    })
    expect(mails[0]?.attachments?.[0]?.content.equals(pdf.rawPayload)).toBe(true)
    expect(mails[0]?.text).toMatch(/\$30\.00 is due on 15 July 2026[\s\S]*Hello <Ada>/)
    const message = (await api.caller.get(`/api/mail/messages/${sent.MailMessageId}`)).json()
    expect(message).toMatchObject({ Status: 'sent', FileIds: [sent.FileId], ContactId: person })
    const { Results } = (await api.caller.get(`/api/contacts/${person}/communications`)).json()
    expect(Results).toMatchObject([{ Subject: mails[0]?.subject, MailMessageId: sent.MailMessageId }])
  })

  test('mails nothing to an address that is suppressed, and nothing for a deleted contact', async () => {
    const person = await api.person()
    const id = await api.invoice(person, 30)
    const email = { EmailAddress: 'out@payer.example', EmailTypeId: 1, IsPrimary: true, EmailStatus: 2 }
    await api.body(api.caller.post(`/api/contacts/${person}/emails/0`, email))
    expect(await api.refuse(`invoices/${id}/document/send`, {})).toEqual([409, 'mail-suppressed'])
    const where = { tenantId: api.caller.tenant.id, contactId: person }
    expect(await api.server.database.system.mailMessage.count({ where })).toBe(0)
  })
})

describe('POST /api/finance/payments/{paymentId}/document/send (sendPaymentDocument)', () => {
  test('mails the receipt', async () => {
    const id = await api.create('payments', { ContactId: contact, Amount: 5, PaymentTypeId: 1 })
    const sent = await api.body(
      api.caller.post(`/api/finance/payments/${id}/document/send`, { Address: 'a@b.example' }),
    )
    expect(sent.Name).toMatch(/^PAY-\d+\.pdf$/)
  })
})

describe('POST /api/finance/contacts/{contactId}/statement/document/send (sendStatementDocument)', () => {
  test('mails the statement of the period', async () => {
    const path = `contacts/${contact}/statement/document/send`
    const body = { Address: 'a@b.example', From: '2026-01-01', To: '2026-12-31' }
    expect(await api.refuse(path, { ...body, To: '2025-01-01' })).toEqual([400, 'invalid-input', '/To'])
    const sent = await api.body(api.caller.post(`/api/finance/${path}`, body))
    expect(sent.Name).toBe('Statement 2026-06-15.pdf')
  })
})

test('a job deletes printouts after 30 days unless they were mailed; the same bytes are made again', async () => {
  const kept = await api.invoice(contact, 1)
  const old = await api.invoice(contact, 2)
  await api.body(api.caller.post(`/api/finance/invoices/${kept}/document/send`, { Address: 'a@b.example' }))
  const before = await get(`invoices/${old}/document`)
  const { app, database } = api.server
  api.setDay('2026-07-20')
  const clock = { now: () => new Date('2026-07-20T12:00:00Z') }
  const scope = await systemScope({ database, clock, log: app.log }, api.caller.tenant.id)
  await oldPrintouts.run(scope, { since: '2026-07-19', today: '2026-07-20' })
  expect([(await printoutsOf('invoice', kept)).length, (await printoutsOf('invoice', old)).length]).toEqual([1, 0])
  const files = { tenantId: api.caller.tenant.id, state: 'deleting' }
  expect(await database.system.storedFile.count({ where: files })).toBeGreaterThan(1)
  expect((await get(`invoices/${old}/document`)).rawPayload.equals(before.rawPayload)).toBe(true)
})

/** Adds invoices of one cent by SQL. */
const addTransactions = async (contactId: number, count: number): Promise<void> => {
  const { system } = api.server.database
  const tenantId = api.caller.tenant.id
  const debit = await api.account('receivable')
  const credit = await api.account('membership-income')
  await system.$executeRaw`WITH entries AS (
    INSERT INTO journal_entry (tenant_id, posted_on, document_kind, reference, contact_id)
    SELECT ${tenantId}::int, '2026-06-01', 'opening', 'OPEN-' || n, ${contactId}::int FROM generate_series(1, ${count}::int) n
    RETURNING id)
  INSERT INTO journal_line (tenant_id, entry_id, position, account_id, contact_id, posted_on, amount)
  SELECT ${tenantId}::int, e.id, l.position, l.account, ${contactId}::int, '2026-06-01', l.amount FROM entries e
  CROSS JOIN (VALUES (1, ${debit}::int, 0.01), (2, ${credit}::int, -0.01)) l (position, account, amount)`
}

/** A PNG of random pixels, which cannot be compressed. */
const noisyPng = (width: number, height: number): Buffer => {
  const png = new PNG({ width, height })
  randomBytes(width * height * 4).copy(png.data)
  return PNG.sync.write(png)
}
