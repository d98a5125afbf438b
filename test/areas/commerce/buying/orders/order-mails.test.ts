import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, STORE, type StoreBench } from '#test/support/commerce/buying'
import { sendMails } from '#test/support/mail/send-mails'
import type { Json } from '#test/support/people/contact-parts'

let bench: StoreBench
beforeAll(async () => {
  bench = await openStore()
})
afterAll(() => bench.server.close())

let made = 0
const buyer = async (): Promise<{ id: number; address: string }> => {
  const address = `buyer${++made}@x.example`
  const ContactList = [{ Kind: 'email', Value: address, IsPrimary: true }]
  const body = { FirstName: 'Dana', LastName: `Reyes ${made}`, forceSave: true, ContactList }
  const saved = await bench.mine.post('/api/contacts/person/0', body)
  expect(saved.statusCode, saved.body).toBe(200)
  return { id: saved.json().ContactId, address }
}

/** The mails to a contact, the oldest first, as the API shows them. */
const mailsOf = async (contactId: number): Promise<Json[]> => {
  const filter = encodeURIComponent(`ContactId eq ${contactId}`)
  const { Results } = (await bench.mine.get(`/api/mail/messages?$filter=${filter}`)).json() as { Results: Json[] }
  const read = ({ MessageId }: Json) => bench.good('getMailMessage', bench.mine.get(`/api/mail/messages/${MessageId}`))
  const mails = await Promise.all(Results.map(read))
  return mails.map(({ body }) => body as Json).sort((a, b) => Number(a.MessageId) - Number(b.MessageId))
}
const keysOf = async (contactId: number) => (await mailsOf(contactId)).map(({ TemplateKey }) => TemplateKey)
const send = () => sendMails(bench.server, bench.mine.tenant.id)
const subjectsOf = async (contactId: number) => {
  const { Results } = (await bench.mine.get(`/api/contacts/${contactId}/communications`)).json() as { Results: Json[] }
  return Results.map(({ Subject }) => Subject).sort()
}

describe('the mails about an order', () => {
  test('confirm it with lines, total and invoice number, in the communications of the buyer', async () => {
    const { id } = await buyer()
    const order = await bench.buy(id, [[await bench.item({ name: 'Mug <b>&' }), 3]])
    await send()
    const [mail] = await mailsOf(id)
    expect(mail).toMatchObject({ TemplateKey: 'store-order-confirmed', Subject: `Your order ${order.OrderNumber}` })
    expect(mail?.Html).toContain('3 × Mug &lt;b&gt;&amp;: 30.00')
    expect(mail?.Html).toContain('Total: 30.00')
    expect(mail?.Html).toContain(String(order.InvoiceNumber))
    expect(await subjectsOf(id)).toEqual([`Your order ${order.OrderNumber}`])
  })

  test('are queued once for repeated requests, and sent once by repeated jobs', async () => {
    const { id } = await buyer()
    const cart = await bench.cart(id, [[await bench.item(), 1]])
    const key = { 'idempotency-key': 'order-mails-1' }
    const body = { AuditId: cart.AuditId, PaymentToken: 'tok_visa' }
    for (const headers of [key, key, {}])
      expect((await bench.post(`/carts/${cart.CartId}/checkout`, body, headers)).statusCode).toBe(200)
    await send()
    await send()
    expect(await keysOf(id)).toEqual(['store-order-confirmed'])
    expect(await subjectsOf(id)).toHaveLength(1)
  })

  test('report each shipment and each refund', async () => {
    const { id } = await buyer()
    const mug = await bench.stocked([[5, 6]], { isShipped: true, name: 'Club mug' })
    const method = await bench.good(
      'saveShippingMethod',
      bench.post('/shippingmethods/0', { Name: 'Parcel', Price: 5 }),
    )
    const ShippingAddress = { Line1: '12 Mill Lane', City: 'Springfield', CountryCode: 'US' }
    const more = { ShippingMethodId: method.body.ShippingMethodId, ShippingAddress }
    const order = await bench.order(await bench.cart(id, [[mug, 3]], more))
    await bench.settle()
    const at = `/storeorders/${order.StorePurchaseId}`
    const [line] = order.LineItems as Json[]
    const ship = async (Quantity: number, TrackingNumber: string) => {
      const { AuditId } = await bench.readOrder(order)
      const Lines = [{ StoreOrderLineId: line?.StoreOrderLineId, Quantity }]
      await bench.good('shipStoreOrder', bench.post(`${at}/ship`, { AuditId, TrackingNumber, Lines }))
    }
    await ship(1, '1Z998')
    await ship(2, '1Z999')
    const { AuditId } = await bench.readOrder(order)
    const Lines = [{ StoreOrderLineId: line?.StoreOrderLineId, Quantity: 1 }]
    const refund = { AuditId, Lines }
    const key = { 'idempotency-key': 'order-mails-2' }
    for (let time = 0; time < 2; time++) await bench.good('refundStoreOrder', bench.post(`${at}/refund`, refund, key))
    await send()
    const [confirmed, first, second, refunded, ...others] = await mailsOf(id)
    expect(others).toEqual([])
    expect(confirmed?.Html).toContain('Shipping: 5.00')
    expect(first?.Html).toContain('1 × Club mug')
    expect(first?.Html).toContain('1Z998')
    expect(second?.Html).toContain('2 × Club mug')
    expect(refunded).toMatchObject({ TemplateKey: 'store-order-refunded' })
    expect(refunded?.Html).toContain('10.00')
  })

  test('report a cancellation, and nothing of a refused one', async () => {
    const { id } = await buyer()
    const order = await bench.buy(id, [[await bench.item(), 1]])
    const at = `/storeorders/${order.StorePurchaseId}/cancel`
    expect((await bench.post(at, { AuditId: 99 })).statusCode).toBe(409)
    await bench.good('cancelStoreOrder', bench.post(at, { AuditId: order.AuditId }))
    expect((await bench.post(at, { AuditId: 2 })).statusCode).toBe(409)
    expect(await keysOf(id)).toEqual(['store-order-confirmed', 'store-order-cancelled'])
  })

  test('contain the codes of vouchers that were sold, which the API does not show', async () => {
    const { id, address } = await buyer()
    const gift = await bench.item({ kindId: 2, voucherTypeId: 1, voucherValue: 10, name: 'Gift' })
    const order = await bench.buy(id, [[gift, 2]])
    const sent: string[] = []
    await sendMails(bench.server, bench.mine.tenant.id, async (mail) => {
      sent.push(JSON.stringify(mail))
    })
    const { Results } = (
      await bench.mine.get(`${STORE}/vouchers?Filter=StorePurchaseId eq ${order.StorePurchaseId}`)
    ).json() as { Results: Json[] }
    const codes = Results.map(({ Code }) => String(Code))
    expect(codes).toHaveLength(2)
    for (const code of codes)
      expect(sent.filter((mail) => mail.includes(address) && mail.includes(code))).toHaveLength(1)
    const [, vouchers] = await mailsOf(id)
    expect(vouchers).toMatchObject({ TemplateKey: 'store-vouchers', Status: 'sent', Html: null })
    expect(await subjectsOf(id)).toHaveLength(2)
  })

  test('are not sent without an address, or to one that is opted out', async () => {
    const silent = await bench.person()
    const id = await bench.person()
    const email = { EmailAddress: 'out@x.example', EmailTypeId: 1, IsPrimary: true, EmailStatus: 1 }
    const added = await bench.mine.post(`/api/contacts/${id}/emails/0`, email)
    expect(added.statusCode, added.body).toBe(200)
    const item = await bench.item()
    await bench.buy(silent, [[item, 1]])
    await bench.buy(id, [[item, 1]])
    await send()
    expect(await mailsOf(silent)).toEqual([])
    expect(await mailsOf(id)).toMatchObject([{ Status: 'suppressed', Reason: 'opted-out' }])
  })
})
