import type { TestApp, TestCaller } from '../build-app.ts'

const addCharge = async (theirs: TestCaller): Promise<void> => {
  await theirs.post('/api/paymentgateways/0', { Name: 'Theirs' })
  const payment = { Amount: 9, PaymentToken: 'tok_createDispute', Capture: true }
  const made = await theirs.post('/api/integration/payproc/charges', payment)
  if (made.statusCode !== 200) throw new Error(made.body)
}

const addBookRecords = async (theirs: TestCaller): Promise<void> => {
  const subtype = { PaymentTypeId: '5', Name: 'Theirs' }
  await theirs.post('/api/settings/financesettings/paymentsubtypes/0', subtype)
  await theirs.post('/api/finance/classes/0', { Name: 'Theirs' })
  await theirs.post('/api/finance/taxregions/0', { Name: 'Theirs', CountryId: 840 })
  await theirs.post('/api/finance/taxsets/0', { Name: 'Theirs' })
  await theirs.post('/api/finance/discounts/0', { Name: 'Theirs', DiscountTypeId: 2, DiscountAmount: 5 })
  const income = { Name: 'Theirs', AccountType: 'Income' }
  const { AccountId } = (await theirs.post('/api/finance/accounts/0', income)).json()
  await theirs.post('/api/finance/feeitems/0', { Name: 'Theirs', Price: 5, AccountId })
}

const addDocuments = async (server: TestApp, theirs: TestCaller, ContactId: number): Promise<void> => {
  const create = async (kind: string, body: object) => {
    const made = await theirs.post(`/api/finance/${kind}/0`, body)
    if (made.statusCode !== 200) throw new Error(made.body)
    return made.json()
  }
  const tenantId = theirs.tenant.id
  const { system } = server.database
  const account = await system.account.findFirstOrThrow({ where: { tenantId, systemRole: 'membership-income' } })
  const Lines = [{ Description: 'Theirs', UnitPrice: 5, AccountId: account.id }]
  const { InvoiceId } = await create('invoices', { ContactId, Lines })
  const { PaymentId } = await create('payments', { ContactId, Amount: 5, PaymentTypeId: 1 })
  await create('credits', { ContactId, Lines })
  await create('refunds', { PaymentId })
  await create('writeoffs', { InvoiceId })
  const execution = { kind: 'invoice', documentId: InvoiceId, message: 'Theirs', createdAt: new Date() }
  await system.ledgerExecution.create({ data: { tenantId, ...execution } })
}

/** Adds a record of each kind of the finance wing to a tenant, for a contact of it. */
export const addFinanceRecords = async (server: TestApp, theirs: TestCaller, contactId: number): Promise<void> => {
  await addBookRecords(theirs)
  await addDocuments(server, theirs, contactId)
  await addCharge(theirs)
}
