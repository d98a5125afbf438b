import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { type LedgerApi, ledgerApi, ROOT } from '#test/support/finance/ledger'
import { type Json, refusal } from '#test/support/people/contact-parts'

let server: TestApp
let api: LedgerApi
beforeAll(async () => {
  server = await buildTestApp()
  api = ledgerApi(await server.tenant())
  await api.install()
  await api.connect()
  await addSetupRecords(api.caller.tenant.id)
})
afterAll(() => server.close())

/** Two records of each kind, the second one inactive. */
const addSetupRecords = async (tenantId: number): Promise<void> => {
  const { system } = server.database
  const two = [
    { tenantId, name: 'Zebra fund', nameKey: 'zebra fund', isActive: true },
    { tenantId, name: 'Alpha fund', nameKey: 'alpha fund', isActive: false },
  ]
  await system.account.createMany({ data: two.map((row) => ({ ...row, type: 'Income' })) })
  const where = { tenantId, nameKey: 'zebra fund' }
  const { id: accountId } = await system.account.findFirstOrThrow({ where })
  await system.transactionClass.createMany({ data: two })
  const { id: parentId } = await system.transactionClass.findFirstOrThrow({ where })
  const child = { tenantId, parentId, name: 'Adult', nameKey: 'adult' }
  await system.transactionClass.createMany({ data: [child] })
  await system.discount.createMany({ data: two.map((row) => ({ ...row, typeId: 1, percent: 5 })) })
  await system.feeItem.createMany({ data: two.map((row) => ({ ...row, accountId, price: 10 })) })
  await system.taxSet.createMany({ data: two })
  await system.paymentGateway.createMany({ data: two })
}

interface Screen {
  path: string
  get: string
  save: string
  /** The name of a counterpart in the embedded ledger. */
  counterpart: string
  /** The name of its choice, if it is another one. */
  choice?: string
  /** The records that can have it; all, if absent. */
  fitting?: readonly string[]
}

const screen = (path: string, operation: string, counterpart: string): Screen => ({
  path: `ledgeronline/${path}`,
  get: `get${operation}`,
  save: `save${operation}`,
  counterpart,
})

const read = async ({ path, get }: Screen): Promise<Json[]> => (await api.get(get, path)).Mappings as Json[]
/** The records that can have the counterpart. */
const readFitting = async (one: Screen): Promise<Json[]> =>
  (await read(one)).filter(({ ServiceName }) => one.fitting?.includes(String(ServiceName)) ?? true)
const save = ({ path, save: operation }: Screen, Mappings: unknown) => api.post(operation, path, { Mappings })

/** The id of a record of the embedded ledger in the list of the screen. */
const counterpartOf = async ({ path, counterpart }: Screen): Promise<string> => {
  const kind = KINDS.get(path.replace('ledgeronline/', '')) ?? ''
  const where = { tenantId: api.caller.tenant.id, kind, name: counterpart }
  return String((await server.database.system.embeddedLedgerRecord.findFirstOrThrow({ where })).id)
}
const KINDS = new Map([
  ['accountmapping', 'account'],
  ['classmapping', 'class'],
  ['discountmapping', 'discount'],
  ['feeitemmapping', 'item'],
  ['paymentgatewaymapping', 'paymentMethod'],
  ['paymenttypemapping', 'paymentMethod'],
  ['taxmapping', 'taxCode'],
  ['writeoffaccountmapping', 'item'],
])

const orderedByName = (rows: Json[], field: string) => {
  const names = rows.map((row) => String(row[field]))
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')))
  expect(names.length).toBeGreaterThan(0)
}

/** Every record is in the mapping, inactive ones included, without a counterpart at first. */
const returnsAllRecords = async (one: Screen): Promise<void> => {
  await save(one, null)
  const rows = await read(one)
  orderedByName(rows, 'ServiceName')
  expect(rows.every(({ LedgerId, LedgerName }) => LedgerId === null && LedgerName === null)).toBe(true)
  const other = ledgerApi(await server.tenant())
  const empty = await other.get(one.get, one.path)
  expect(empty.InstallationId ?? empty.IntegrationId ?? null).toBeNull()
}

/** A save replaces the whole mapping, and rejects what does not exist on either side. */
const replacesTheMapping = async (one: Screen): Promise<void> => {
  const [first, second] = await readFitting(one)
  const LedgerId = await counterpartOf(one)
  await save(one, JSON.stringify([{ ServiceId: first?.ServiceId, LedgerId }]))
  const LedgerName = one.counterpart
  expect((await readFitting(one))[0]).toEqual({ ...first, LedgerId, LedgerName })
  await api.post(one.save, one.path, {})
  expect((await readFitting(one))[0]).toMatchObject({ LedgerId })
  if (second) await save(one, [{ ServiceId: second.ServiceId, LedgerId }])
  else await save(one, [])
  expect((await readFitting(one)).map((row) => row.LedgerId).slice(0, 2)).toEqual(second ? [null, LedgerId] : [null])
  const refused = (Mappings: unknown) => refusal(api.caller.post(`${ROOT}/${one.path}`, { Mappings }))
  const mapped = { ServiceId: first?.ServiceId, LedgerId }
  expect(await refused([{ ServiceId: '999999999', LedgerId }])).toEqual([422, '/Mappings/0/ServiceId'])
  expect(await refused([mapped, mapped])).toEqual([422, '/Mappings/1/ServiceId'])
  expect(await refused([{ ...mapped, LedgerId: '999999999' }])).toEqual([422, '/Mappings/0/LedgerId'])
}

/** The active records of the ledger; those in the mapping are selected. */
const listsTheLedger = async (one: Screen, path: string, operation: string, idField: string): Promise<void> => {
  const [first] = await readFitting(one)
  const LedgerId = await counterpartOf(one)
  await save(one, [{ ServiceId: first?.ServiceId, LedgerId }])
  const where = { tenantId: api.caller.tenant.id, kind: KINDS.get(one.path.replace('ledgeronline/', '')) ?? '' }
  await server.database.system.embeddedLedgerRecord.createMany({
    data: [{ ...where, name: 'Closed', isActive: false }],
    skipDuplicates: true,
  })
  const rows = await api.get(operation, `${one.path}/${path}`)
  orderedByName(rows, 'Name')
  expect(rows.filter(({ IsSelected }) => IsSelected)).toEqual([
    { Name: one.choice ?? one.counterpart, IsSelected: true, [idField]: LedgerId },
  ])
  expect(rows.map(({ Name }) => Name)).not.toContain('Closed')
}

const listNames = async (operation: string, path: string) => {
  const rows = await api.get(operation, `ledgeronline/${path}`)
  orderedByName(rows, 'Name')
  return rows.map(({ Name }) => Name)
}

const account: Screen = {
  ...screen('accountmapping', 'AccountMapping', 'Membership Dues'),
  choice: 'Membership Dues (Income)',
  fitting: ['Alpha fund', 'Zebra fund'],
}
const transactionClass = screen('classmapping', 'ClassMapping', 'Education')
const discount = screen('discountmapping', 'DiscountMapping', 'Discounts Given')
const feeItem = screen('feeitemmapping', 'FeeItemMapping', 'Membership Dues')
const paymentGateway = screen('paymentgatewaymapping', 'PaymentGatewayMapping', 'Credit Card')
const paymentType = screen('paymenttypemapping', 'PaymentTypeMapping', 'Cash')
const tax = screen('taxmapping', 'TaxMapping', 'Sales Tax')
const writeOff = screen('writeoffaccountmapping', 'WriteOffMapping', 'Bad Debt')

describe('GET /api/ledgersettings/settings/ledgeronline/accountmapping (getAccountMapping)', () => {
  test('returns every record, also without an installation', () => returnsAllRecords(account))
})

describe('POST /api/ledgersettings/settings/ledgeronline/accountmapping (saveAccountMapping)', () => {
  test('replaces the whole mapping', () => replacesTheMapping(account))
})

describe('GET /api/ledgersettings/settings/ledgeronline/accountmapping/amsaccounts (listServiceAccounts)', () => {
  test('lists the active ones', async () => {
    const names = await listNames('listServiceAccounts', 'accountmapping/amsaccounts')
    expect(names).toContain('Zebra fund')
    expect(names).not.toContain('Alpha fund')
  })
})

describe('GET /api/ledgersettings/settings/ledgeronline/accountmapping/ldgaccounts (listLedgerAccounts)', () => {
  test('lists the active ones, and selects those of the mapping', () =>
    listsTheLedger(account, 'ldgaccounts', 'listLedgerAccounts', 'LdgAccountId'))
})

describe('GET /api/ledgersettings/settings/ledgeronline/classmapping (getClassMapping)', () => {
  test('returns every record, also without an installation', () => returnsAllRecords(transactionClass))
})

describe('POST /api/ledgersettings/settings/ledgeronline/classmapping (saveClassMapping)', () => {
  test('replaces the whole mapping', () => replacesTheMapping(transactionClass))
})

describe('GET /api/ledgersettings/settings/ledgeronline/classmapping/amsclasses (listServiceClasses)', () => {
  test('lists the active ones by their full names', async () => {
    expect(await listNames('listServiceClasses', 'classmapping/amsclasses')).toEqual(['Zebra fund', 'Zebra fund:Adult'])
  })
})

describe('GET /api/ledgersettings/settings/ledgeronline/classmapping/ldgclasses (listLedgerClasses)', () => {
  test('lists the active ones, and selects those of the mapping', () =>
    listsTheLedger(transactionClass, 'ldgclasses', 'listLedgerClasses', 'LdgClassId'))
})

describe('GET /api/ledgersettings/settings/ledgeronline/discountmapping (getDiscountMapping)', () => {
  test('returns every record, also without an installation', () => returnsAllRecords(discount))
})

describe('POST /api/ledgersettings/settings/ledgeronline/discountmapping (saveDiscountMapping)', () => {
  test('replaces the whole mapping', () => replacesTheMapping(discount))
})

describe('GET /api/ledgersettings/settings/ledgeronline/discountmapping/amsdiscounts (listServiceDiscounts)', () => {
  test('lists also those that have ended', async () => {
    expect(await listNames('listServiceDiscounts', 'discountmapping/amsdiscounts')).toEqual([
      'Alpha fund',
      'Zebra fund',
    ])
  })
})

describe('GET /api/ledgersettings/settings/ledgeronline/discountmapping/ldgdiscounts (listLedgerDiscounts)', () => {
  test('lists the active ones, and selects those of the mapping', () =>
    listsTheLedger(discount, 'ldgdiscounts', 'listLedgerDiscounts', 'LdgDiscountId'))
})

describe('GET /api/ledgersettings/settings/ledgeronline/feeitemmapping (getFeeItemMapping)', () => {
  test('returns every record, also without an installation', () => returnsAllRecords(feeItem))
})

describe('POST /api/ledgersettings/settings/ledgeronline/feeitemmapping (saveFeeItemMapping)', () => {
  test('replaces the whole mapping', () => replacesTheMapping(feeItem))
})

describe('GET /api/ledgersettings/settings/ledgeronline/feeitemmapping/amsfeeitems (listServiceFeeItems)', () => {
  test('lists the active ones', async () => {
    expect(await listNames('listServiceFeeItems', 'feeitemmapping/amsfeeitems')).toEqual(['Zebra fund'])
  })
})

describe('GET /api/ledgersettings/settings/ledgeronline/feeitemmapping/ldgfeeitems (listLedgerFeeItems)', () => {
  test('lists the active ones, and selects those of the mapping', () =>
    listsTheLedger(feeItem, 'ldgfeeitems', 'listLedgerFeeItems', 'LdgItemId'))
})

describe('GET /api/ledgersettings/settings/ledgeronline/paymentgatewaymapping (getPaymentGatewayMapping)', () => {
  test('returns every record, also without an installation', () => returnsAllRecords(paymentGateway))
})

describe('POST /api/ledgersettings/settings/ledgeronline/paymentgatewaymapping (savePaymentGatewayMapping)', () => {
  test('replaces the whole mapping', () => replacesTheMapping(paymentGateway))
})

describe('GET /api/ledgersettings/settings/ledgeronline/paymentgatewaymapping/amspaymentgateways (listServicePaymentGateways)', () => {
  test('lists all of them', async () => {
    const names = await listNames('listServicePaymentGateways', 'paymentgatewaymapping/amspaymentgateways')
    expect(names).toEqual(['Alpha fund', 'Zebra fund'])
  })
})

describe('GET /api/ledgersettings/settings/ledgeronline/paymentgatewaymapping/ldgpaymentmethods (listLedgerPaymentMethods)', () => {
  test('lists the active ones, and selects those of the mapping', () =>
    listsTheLedger(paymentGateway, 'ldgpaymentmethods', 'listLedgerPaymentMethods', 'LdgPaymentMethodId'))
})

describe('GET /api/ledgersettings/settings/ledgeronline/paymenttypemapping (getPaymentTypeMapping)', () => {
  test('returns every record, also without an installation', () => returnsAllRecords(paymentType))
})

describe('POST /api/ledgersettings/settings/ledgeronline/paymenttypemapping (savePaymentTypeMapping)', () => {
  test('replaces the whole mapping', () => replacesTheMapping(paymentType))
})

describe('GET /api/ledgersettings/settings/ledgeronline/paymenttypemapping/amspaymenttypes (listServicePaymentTypes)', () => {
  test('lists the six types', async () => {
    const names = await listNames('listServicePaymentTypes', 'paymenttypemapping/amspaymenttypes')
    expect(names).toEqual(['ACH', 'Cash', 'Check', 'Credit card', 'External', 'Trade'])
  })
})

describe('GET /api/ledgersettings/settings/ledgeronline/paymenttypemapping/ldgpaymentmethodsfortypes (listLedgerPaymentMethodsForTypes)', () => {
  test('lists the active ones, and selects those of the mapping', () =>
    listsTheLedger(paymentType, 'ldgpaymentmethodsfortypes', 'listLedgerPaymentMethodsForTypes', 'LdgPaymentMethodId'))
})

describe('GET /api/ledgersettings/settings/ledgeronline/taxmapping (getTaxMapping)', () => {
  test('returns every record, also without an installation', () => returnsAllRecords(tax))
})

describe('POST /api/ledgersettings/settings/ledgeronline/taxmapping (saveTaxMapping)', () => {
  test('replaces the whole mapping', () => replacesTheMapping(tax))
})

describe('GET /api/ledgersettings/settings/ledgeronline/taxmapping/amstaxitems (listServiceTaxItems)', () => {
  test('lists the active ones', async () => {
    expect(await listNames('listServiceTaxItems', 'taxmapping/amstaxitems')).toEqual(['Zebra fund'])
  })
})

describe('GET /api/ledgersettings/settings/ledgeronline/taxmapping/ldgtaxitems (listLedgerTaxItems)', () => {
  test('lists the active ones, and selects those of the mapping', () =>
    listsTheLedger(tax, 'ldgtaxitems', 'listLedgerTaxItems', 'LdgTaxId'))
})

describe('GET /api/ledgersettings/settings/ledgeronline/writeoffaccountmapping (getWriteOffMapping)', () => {
  test('returns every record, also without an installation', () => returnsAllRecords(writeOff))
})

describe('POST /api/ledgersettings/settings/ledgeronline/writeoffaccountmapping (saveWriteOffMapping)', () => {
  test('replaces the whole mapping', () => replacesTheMapping(writeOff))
})
