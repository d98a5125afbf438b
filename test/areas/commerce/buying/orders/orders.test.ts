import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ABANDON_ATTEMPT } from '#areas/finance/payment-processor/attempts/attempts.service'
import { openSandboxProcessor } from '#areas/finance/payment-processor/sandbox/sandbox.adapter'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { systemScope } from '#kernel/outbox/deliver'
import { withRows } from '#kernel/tenancy/tenant-db'
import { systemClock } from '#kernel/time/clock'
import { openStore, type StoreBench } from '#test/support/commerce/buying'
import { failuresIn } from '#test/support/integration/failures'
import { runJobs } from '#test/support/jobs/run-jobs'
import { refusal } from '#test/support/people/contact-parts'

let bench: StoreBench
beforeAll(async () => {
  bench = await openStore()
})
afterAll(() => bench.server.close())

const chargesOf = (contactId: number) =>
  bench.server.database.system.processorCharge.findMany({
    where: { tenantId: bench.mine.tenant.id, contactId },
    orderBy: { id: 'asc' },
  })

describe('POST /api/store/carts/{cartId}/checkout (checkoutStoreCart)', () => {
  test('authorizes the payment, takes the oldest stock, and a job captures it', async () => {
    const contact = await bench.person()
    const mug = await bench.stocked(
      [
        [1, 4],
        [5, 6],
      ],
      { price: 12.5 },
    )
    const order = await bench.buy(contact, [[mug, 2]])
    expect(order).toMatchObject({
      Status: 'Pending',
      PaymentStatus: 'Authorized',
      Total: 25,
      Balance: 25,
      AmountPaid: 0,
    })
    expect(await bench.counters(mug)).toEqual({ onHand: 4, held: 0, backordered: 0 })
    expect(await bench.remaining(mug)).toEqual([0, 4])
    await bench.settle()
    expect(await bench.readOrder(order)).toMatchObject({
      Status: 'Paid',
      PaymentStatus: 'Captured',
      Balance: 0,
      AmountPaid: 25,
      CostTotal: 10,
      Actions: ['view', 'cancel', 'refund'],
    })
    expect((await chargesOf(contact)).map(({ status }) => status)).toEqual(['succeeded'])
  })

  test('a debit that the gateway no longer accepts leaves the invoice open, and is in the log of the tenant', async () => {
    const store = await openStore()
    const cart = await store.cart(await store.person(), [[await store.item(), 1]])
    const order = await store.order(cart, { PaymentMethod: 'BankDebit', PaymentToken: 'tok_bankDebit' })
    const { system } = store.server.database
    const tenantId = store.mine.tenant.id
    await system.paymentGateway.updateMany({ where: { tenantId }, data: { isActive: false } })
    await store.settle()
    expect(await store.readOrder(order)).toMatchObject({ AmountPaid: 0 })
    const of = `storeorder ${order.StorePurchaseId}`
    expect(await failuresIn(store.server, tenantId)).toMatchObject([
      { kind: 'paymentRejected', level: 5, type: 'Payment', of, message: expect.stringContaining('bank debit') },
    ])
    await store.server.close()
  })

  test('a payment that another installation has captured is posted, and is no failure', async () => {
    const store = await openStore()
    const { server, mine, account } = store
    const order = await store.buy(await store.person(), [[await store.item(), 1]])
    const where = { tenantId: mine.tenant.id }
    const { authorizationUid } = await server.database.system.processorCharge.findFirstOrThrow({ where })
    // As the former installation of an imported tenant: its keys contain another id.
    const scope = await systemScope(
      { database: server.database, clock: systemClock, log: server.app.log },
      mine.tenant.id,
    )
    const request = { authorization: authorizationUid ?? '', cents: 1000, key: 'capture-of-the-former-installation' }
    await openSandboxProcessor(scope).capture(account, request)
    await store.settle()
    expect(await store.readOrder(order)).toMatchObject({ PaymentStatus: 'Captured', AmountPaid: 10, Balance: 0 })
    expect(await failuresIn(server, mine.tenant.id)).toEqual([])
    await server.close()
  })

  test('a cart that is ordered returns its order, whatever the payment', async () => {
    const cart = await bench.cart(await bench.person(), [[await bench.item(), 1]])
    const first = await bench.order(cart)
    expect(await bench.order(cart, { PaymentToken: 'tok_mastercard' })).toMatchObject({
      StorePurchaseId: first.StorePurchaseId,
    })
  })

  test('a declined payment leaves the cart, which can be ordered with another one', async () => {
    const contact = await bench.person()
    const cart = await bench.cart(contact, [[await bench.stocked([[1, 1]]), 1]])
    const declined = { AuditId: cart.AuditId, PaymentToken: 'tok_chargeDeclined' }
    const path = `/carts/${cart.CartId}/checkout`
    expect(await refusal(bench.post(path, declined))).toEqual([422, '/PaymentToken'])
    expect(await bench.order(cart)).toMatchObject({ PaymentStatus: 'Authorized' })
    expect((await chargesOf(contact)).map(({ status }) => status)).toEqual(['failed', 'authorized'])
  })

  test('an authorization without an order is canceled by the job', async () => {
    const contact = await bench.person()
    const item = await bench.stocked([[1, 1]])
    const cart = await bench.cart(contact, [[item, 1]])
    const { system } = bench.server.database
    // As if the server had died after the authorization: the order fails, and nothing else is done.
    const tenantId = bench.mine.tenant.id
    await system.storeItem.updateMany({ where: { tenantId, id: item }, data: { onHand: 0 } })
    expect(
      await refusal(bench.post(`/carts/${cart.CartId}/checkout`, { AuditId: 1, PaymentToken: 'tok_visa' })),
    ).toEqual([422, '/Lines/0/Quantity'])
    await runJobs(bench.server, ABANDON_ATTEMPT)
    expect((await chargesOf(contact)).map(({ status }) => status)).toEqual(['canceled'])
    expect(await system.storePurchase.count({ where: { tenantId, contactId: contact } })).toBe(0)
  })

  test('an authorization that is made late, by a process that stood still, is canceled too', async () => {
    const contact = await bench.person()
    const cart = await bench.cart(contact, [[await bench.stocked([[1, 1]]), 1]])
    const { system } = bench.server.database
    const tenantId = bench.mine.tenant.id
    const requestKey = `store-cart:${cart.CartId}:1`
    const attempt = { tenantId, cartId: Number(cart.CartId), requestKey, amount: 10, createdAt: new Date() }
    await system.paymentAttempt.create({ data: attempt })
    await enqueueJobs(withRows(system), [{ name: ABANDON_ATTEMPT, payload: { tenantId, requestKey } }])
    await runJobs(bench.server, ABANDON_ATTEMPT)
    const late = { ContactId: contact, Amount: 10, PaymentToken: 'tok_visa', Capture: false }
    const { EPaymentTransactionId: id } = (await bench.mine.post('/api/integration/payproc/charges', late)).json()
    await system.processorCharge.updateMany({ where: { tenantId, id }, data: { requestKey } })
    await runJobs(bench.server, ABANDON_ATTEMPT)
    expect((await chargesOf(contact)).map(({ status }) => status)).toEqual(['canceled'])
  })

  test('rejects a total that the buyer has not agreed to, a stale version and a missing token', async () => {
    const item = await bench.item()
    const cart = await bench.cart(await bench.person(), [[item, 1]])
    const path = `/carts/${cart.CartId}/checkout`
    expect(await refusal(bench.post(path, { AuditId: 1, PaymentToken: 'tok_visa', Total: 9 }))).toEqual([
      409,
      'cart-changed',
    ])
    expect(await refusal(bench.post(path, { AuditId: 2, PaymentToken: 'tok_visa' }))).toEqual([409, 'stale-audit-id'])
    expect(await refusal(bench.post(path, { AuditId: 1 }))).toEqual([422, '/PaymentToken'])
    const where = { tenantId: bench.mine.tenant.id, id: item }
    await bench.server.database.system.storeItem.updateMany({ where, data: { price: 11 } })
    expect(await refusal(bench.post(path, { AuditId: 1, PaymentToken: 'tok_visa' }))).toEqual([409, 'cart-changed'])
  })

  test('rejects a card number before anything is stored or sent', async () => {
    const contact = await bench.person()
    const cart = await bench.cart(contact, [[await bench.item(), 1]])
    const path = `/carts/${cart.CartId}/checkout`
    expect(await refusal(bench.post(path, { AuditId: 1, PaymentToken: '4242 4242 4242 4242' }))).toEqual([
      400,
      '/PaymentToken',
    ])
    expect(await chargesOf(contact)).toEqual([])
  })

  test('leaves an invoice open, and requests a bank debit after the order', async () => {
    const item = await bench.item()
    const byInvoice = await bench.order(await bench.cart(await bench.person(), [[item, 1]]), {
      PaymentMethod: 'Invoice',
    })
    expect(byInvoice).toMatchObject({ Status: 'Pending', PaymentStatus: 'None', Balance: 10 })
    const contact = await bench.person()
    const debit = { PaymentMethod: 'BankDebit', PaymentToken: 'tok_bankDebit' }
    const order = await bench.order(await bench.cart(contact, [[item, 1]]), debit)
    expect(await chargesOf(contact)).toEqual([])
    await bench.settle()
    expect(await bench.readOrder(order)).toMatchObject({ Status: 'Pending', PaymentStatus: 'Authorized' })
    await bench.bankingDay()
    expect(await bench.readOrder(order)).toMatchObject({ Status: 'Paid', PaymentStatus: 'Captured', Balance: 0 })
  })

  test('a free order has no invoice', async () => {
    const order = await bench.buy(await bench.person(), [[await bench.item({ price: 0, minPrice: 0, maxPrice: 0 }), 1]])
    expect(order).toMatchObject({ Status: 'Paid', InvoiceId: null, Total: 0, PaymentStatus: 'None' })
  })
})

describe('POST /api/store/storeorders/{storepurchaseid}/cancel (cancelStoreOrder)', () => {
  test('voids the invoice, returns the stock to its lots, and cancels or refunds the payment', async () => {
    const contact = await bench.person()
    const mug = await bench.stocked([
      [1, 4],
      [5, 6],
    ])
    for (const isCaptured of [false, true]) {
      const order = await bench.buy(contact, [[mug, 3]])
      if (isCaptured) await bench.settle()
      const path = `/storeorders/${order.StorePurchaseId}/cancel`
      const { body } = await bench.good('cancelStoreOrder', bench.post(path, { AuditId: 1, Reason: 'Twice' }))
      expect(body).toMatchObject({ Status: 'Cancelled', Balance: 0, AmountPaid: 0, Actions: ['view'], CostTotal: 0 })
      await bench.settle()
      expect(await bench.remaining(mug)).toEqual([1, 5])
      expect(await refusal(bench.post(path, { AuditId: 2 }))).toEqual([409, 'order-state'])
    }
    expect(await bench.counters(mug)).toEqual({ onHand: 6, held: 0, backordered: 0 })
    const charges = await chargesOf(contact)
    expect(charges.map(({ status, amountRefunded }) => [status, Number(amountRefunded)])).toEqual([
      ['canceled', 0],
      ['succeeded', 30],
    ])
    expect(Number((await bench.row(contact)).OutstandingBalance ?? 0)).toBe(0)
  })

  test('is the only way to void the invoice: the books reject it, and leave order and stock as they were', async () => {
    const mug = await bench.stocked([[2, 4]])
    const order = await bench.buy(await bench.person(), [[mug, 2]], {}, { PaymentMethod: 'Invoice' })
    const invoice = `/api/finance/invoices/${order.InvoiceId}`
    expect((await bench.good('getInvoice', bench.mine.get(invoice))).body.Actions).not.toContain('void')
    const rejected = await bench.mine.post(`${invoice}/void`, {})
    expect(rejected.json()).toMatchObject({
      status: 409,
      code: 'order-invoice',
      StorePurchaseId: order.StorePurchaseId,
    })
    expect(await bench.readOrder(order)).toMatchObject({ Status: 'Pending', Balance: 20 })
    const path = `/storeorders/${order.StorePurchaseId}/cancel`
    await bench.good('cancelStoreOrder', bench.post(path, { AuditId: 1 }))
    expect((await bench.good('getInvoice', bench.mine.get(invoice))).body).toMatchObject({ Status: 'Void', Balance: 0 })
    expect(await bench.counters(mug)).toEqual({ onHand: 2, held: 0, backordered: 0 })
  })
})

describe('POST /api/store/storeorders/{storepurchaseid}/ship (shipStoreOrder)', () => {
  test('sends what is in stock, and pieces on back order when they have arrived', async () => {
    const { system } = bench.server.database
    const tenantId = bench.mine.tenant.id
    const contact = await bench.person()
    const { body: method } = await bench.good(
      'saveShippingMethod',
      bench.post('/shippingmethods/0', { Name: 'Letter', Type: 'Flat', Price: 3 }),
    )
    const mug = await bench.stocked([[2, 4]], { isShipped: true, allowsBackorder: true })
    const delivery = {
      ShippingMethodId: method.ShippingMethodId,
      ShippingAddress: { CountryCode: 'US', City: 'Springfield' },
    }
    const order = await bench.buy(contact, [[mug, 5]], delivery)
    expect(order).toMatchObject({
      ShippingAmount: 3,
      Total: 53,
      LineItems: [{ BackorderedQuantity: 3 }],
      Country: 'United States of America',
    })
    expect(await bench.counters(mug)).toEqual({ onHand: 0, held: 0, backordered: 3 })
    const path = `/storeorders/${order.StorePurchaseId}/ship`
    const [line] = order.LineItems as { StoreOrderLineId: number }[]
    const StoreOrderLineId = line?.StoreOrderLineId ?? 0
    await bench.good('shipStoreOrder', bench.post(path, { AuditId: 1, Lines: [{ StoreOrderLineId, Quantity: 2 }] }))
    expect(await refusal(bench.post(path, { AuditId: 2 }))).toEqual([422, '/Lines'])
    await system.storeItem.updateMany({ where: { tenantId, id: mug }, data: { onHand: 4 } })
    await system.storeItemLot.create({
      data: { tenantId, itemId: mug, purchasedOn: new Date(), unitCost: 5, quantity: 4, remaining: 4 },
    })
    const { body } = await bench.good('shipStoreOrder', bench.post(path, { AuditId: 2, TrackingNumber: '1Z9' }))
    expect(body).toMatchObject({
      TrackingNumber: '1Z9',
      CostTotal: 23,
      LineItems: [{ ShippedQuantity: 5, BackorderedQuantity: 0 }],
    })
    expect(await bench.counters(mug)).toEqual({ onHand: 1, held: 0, backordered: 0 })
    await bench.settle()
    expect(await bench.readOrder(order)).toMatchObject({ Status: 'Shipped' })
    expect(await refusal(bench.post(path, { AuditId: 3 }))).toEqual([409, 'order-state'])
  })
})

describe('POST /api/store/storeorders (searchStoreOrders)', () => {
  test('lists the newest first, without lines, and finds parts of the buyer', async () => {
    const order = await bench.buy(await bench.person(), [[await bench.item(), 1]])
    const { body } = await bench.good(
      'searchStoreOrders',
      bench.post('/storeorders', { Take: '1', Filter: "Status eq 'Pending'" }),
    )
    expect(body.Results).toMatchObject([{ StorePurchaseId: order.StorePurchaseId, LineItems: null }])
    const found = await bench.post('/storeorders', { Criteria: String(order.OrderNumber) })
    expect(found.json().TotalRecordAvailable).toBe('1')
  })
})

describe('GET /api/store/storeorders/{storepurchaseid} (getStoreOrder)', () => {
  test('returns the order of this tenant only', async () => {
    const order = await bench.buy(await bench.person(), [[await bench.item(), 1]])
    expect(await bench.readOrder(order)).toMatchObject({ OrderNumber: `S-${order.StorePurchaseId}` })
    expect((await bench.theirs.get(`/api/store/storeorders/${order.StorePurchaseId}`)).statusCode).toBe(404)
  })
})
