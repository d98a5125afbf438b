import { afterAll, describe, expect, test } from 'vitest'
import '#areas/index'
import { recordUses } from '#kernel/records/uses'
import { usedParts } from '#test/support/walks/used-by-registrations'
import { usedRecords } from '#test/support/walks/used-records'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
afterAll(() => walk.close())

const { system } = walk.server.database
const CASES = usedRecords(world)
const PARTS = usedParts(world)

interface Row {
  CalendarId?: number | null
  Actions: string[]
}

const keyOf = ({ of, user }: { of: string; user: string }) => `${of} <- ${user}`

describe('a record that others use', () => {
  test('has a case here for each use that an area declares', () => {
    const keys = Object.keys({ ...CASES, ...PARTS }).map((key) => key.replace(/ by a .*$/, ''))
    expect([...new Set(keys)].sort(), 'add a case to test/support/walks/used-records.ts').toEqual(
      [...new Set(recordUses.entries().map(keyOf))].sort(),
    )
  })

  test.each(Object.entries(CASES))('cannot be deleted: %s', async (key, create) => {
    const refused = await world.caller.delete(await create())
    expect([refused.statusCode, refused.json().code], refused.body).toEqual([409, 'in-use'])
    const [, user] = /<- (.*?)(?: by a .*)?$/.exec(key) ?? []
    expect(refused.json().users).toMatchObject([{ kind: user, id: expect.any(Number) }])
  })

  test.each(Object.entries(PARTS))('cannot be removed from its event: %s', async (key, create) => {
    const { url, body } = await create()
    const refused = await world.caller.post(url, body)
    expect([refused.statusCode, refused.json().code], refused.body).toEqual([409, 'in-use'])
    const [, user] = key.split(' <- ')
    expect(refused.json().users).toMatchObject([{ kind: user, id: expect.any(Number) }])
  })

  test.each([
    ['group <- active workflow', '/api/groups/:id'],
    ['calendar <- chapter', '/api/calendars/items'],
    ['membershiptype <- membership', '/api/membershiptypes/:id'],
    ['membershiplevel <- membership', '/api/membershiptypes/:parent/levels/:id'],
    ['contact <- membership', '/api/contacts/PersonSummary/:id'],
    ['contact <- member of staff', '/api/contacts/PersonSummary/:id'],
    ['contact <- chapter', '/api/contacts?$filter=ContactId eq :id'],
    ['project <- task', '/api/projects/:id'],
    ['membershiptype <- custom field', '/api/membershiptypes/:id'],
    ['form <- custom field', '/api/forms/:id'],
    ['directorylistingtype <- listing', '/api/directories/:parent/listingtypes/:id'],
    ['contentlist <- custom field', '/api/contentlists/:id'],
    ['mail-template <- active workflow', '/api/mail/templates/:id'],
    ['site <- page', '/api/sponsorships/sites/:id'],
    ['sitepage <- display ad', '/api/sponsorships/sitepages/:id'],
    ['benefititem <- benefit package', '/api/benefits/items/:id'],
    ['benefititem <- contact', '/api/benefits/items/:id'],
    ['benefitpackage <- membership level', '/api/benefits/packages/:id'],
    ['membershiplevel <- payment plan', '/api/membershiptypes/:parent/levels/:id'],
    ['benefitpackage <- sponsorship type', '/api/benefits/packages/:id'],
    ['feeitem <- sponsorship type', '/api/finance/feeitems/:id'],
    ['contact <- sponsor', '/api/contacts/PersonSummary/:id'],
    ['contact <- registration', '/api/contacts/PersonSummary/:id'],
    ['event <- order', '/api/events/:id'],
    ['account <- fee item', '/api/finance/accounts/:id'],
    ['transactionclass <- child class', '/api/finance/classes/:id'],
    ['taxregion <- tax set', '/api/finance/taxregions/:id'],
    ['taxset <- fee item', '/api/finance/taxsets/:id'],
    ['shippingmethod <- order', '/api/store/shippingmethods/:id'],
    ['storeitem <- voucher', '/api/store/storeitems?$filter=StoreItemId eq :id'],
  ])('is not offered for deletion: %s', async (key, path) => {
    const url = (await CASES[key]?.()) ?? ''
    const ids = url.match(/\d+/g) ?? []
    const [id = '', parent = ''] = path.includes(':parent') ? [ids[1], ids[0]] : [ids[0]]
    const read = (await world.caller.get(path.replace(':id', id).replace(':parent', parent))).json()
    const rows: Row[] = read.Results ?? (Array.isArray(read) ? read : [read])
    const shown = rows.find((row) => row.CalendarId == null || String(row.CalendarId) === id)
    expect(shown?.Actions).toContain('edit')
    expect(shown?.Actions).not.toContain('delete')
  })

  test('is named to callers only with the scope of what uses it', async () => {
    const url = await CASES['group <- active workflow']?.()
    const limited = await walk.server.caller(world.caller.tenant, ['groups:write', 'groups:read'])
    const refused = (await limited.delete(url ?? '')).json()
    expect(refused).toMatchObject({ code: 'in-use', users: [] })
    expect(refused.detail).toContain('The group is in use by one active workflow.')
  })
})

/** The tables of the entities that are used. */
const TABLES: Record<string, string> = {
  exchange: 'exchange',
  account: 'account',
  site: 'site',
  sitepage: 'site_page',
  customadlocation: 'custom_ad_location',
  benefititem: 'benefit_item',
  benefitpackage: 'benefit_package',
  calendar: 'calendar',
  categoryitem: 'category_item',
  categorylist: 'category_list',
  certification: 'certification',
  chapter: 'chapter',
  contact: 'contact',
  contactrelationshiptype: 'contact_relationship_type',
  contactroletype: 'contact_role_type',
  contentlist: 'content_list',
  customfield: 'custom_field',
  directorylistingtype: 'directory_listing_type',
  event: 'event',
  discount: 'discount',
  eventdiscount: 'event_discount',
  eventexhibitortype: 'event_exhibitor_type',
  eventitem: 'event_item',
  eventregistrationtype: 'event_registration_type',
  eventsession: 'event_session',
  eventtier: 'event_tier',
  feeitem: 'fee_item',
  file: 'stored_file',
  form: 'form',
  group: 'contact_group',
  'mail-template': 'mail_template',
  membershiplevel: 'membership_level',
  membershiptype: 'membership_type',
  project: 'project',
  projecttype: 'project_type',
  referralsource: 'referral_source',
  paymentgateway: 'payment_gateway',
  paymentsubtype: 'payment_subtype',
  sponsorshiptype: 'sponsorship_type',
  storeitem: 'store_item',
  shippingmethod: 'shipping_method',
  tasktype: 'task_type',
  taxregion: 'tax_region',
  taxset: 'tax_set',
  transactionclass: 'transaction_class',
}

const NEVER_DELETED = 'no operation deletes these records'
const KEPT = 'a deleted contact stays stored; what it owes, its memberships and its chapters are uses'
const POSTED = 'the invoice or payment is a use; opening balances use accounts that are never deleted'
const OF_GATEWAY = 'its charges and transactions are uses of its gateway; each transfer is a transaction'
const CLEARED = 'the deletion clears the reference'
const OF_EVENT = 'both are parts of one event: its save checks the reference'
const REGISTERED = 'the order is the use'
const OF_EVENT_TABLE = 'the database rejects the removal of a part that a table has'
const OF_ORDER = 'both belong to one order'

/** References that are no use, each with its reason. */
const NO_USE: Record<string, string> = {
  'ad_count -> ad_spot': 'the deletion of a spot takes it off its counts',
  'ad_count -> display_ad': NEVER_DELETED,
  'display_ad -> contact': KEPT,
  'site_page -> site_module': NEVER_DELETED,
  'application -> credit': NEVER_DELETED,
  'application -> invoice': NEVER_DELETED,
  'application -> payment': NEVER_DELETED,
  'application -> write_off': NEVER_DELETED,
  'benefit_balance -> contact': KEPT,
  'benefit_grant -> contact': KEPT,
  'benefit_grant -> membership': NEVER_DELETED,
  'benefit_lot -> benefit_grant': 'only grants without lots are deleted',
  'benefit_lot -> benefit_item': 'the balance of the contact is the use',
  'benefit_transaction -> benefit_item': 'the balance of the contact is the use',
  'benefit_transaction -> benefit_lot': NEVER_DELETED,
  'benefit_transaction -> benefit_transaction': NEVER_DELETED,
  'benefit_transaction -> contact': KEPT,
  'benefit_transaction -> membership': NEVER_DELETED,
  'chapter -> directory': NEVER_DELETED,
  'contact_address -> address': 'an address belongs to the contacts that have it',
  'contact_billing -> contact': KEPT,
  'contact_communication -> mail_message': NEVER_DELETED,
  'credit -> contact': KEPT,
  'custom_field -> custom_field_group': CLEARED,
  'custom_field -> directory': NEVER_DELETED,
  'custom_field -> form_section': CLEARED,
  'custom_field_value -> custom_field': 'values are deleted with the field by force, else 409 has-values',
  'custom_field_response -> custom_field': 'values are deleted with the field by force, else 409 has-values',
  'embedded_ledger_record -> embedded_ledger_record': NEVER_DELETED,
  'event_cancellation -> event': 'it is deleted with the event',
  'event_refund -> credit': NEVER_DELETED,
  'event_registration -> event_refund': OF_ORDER,
  'event_registration -> event_registration': OF_ORDER,
  'event_group -> event_registration': REGISTERED,
  'event_group -> event_registration_type': OF_EVENT_TABLE,
  'event_group -> event_session': OF_EVENT_TABLE,
  'event_order -> contact': KEPT,
  'event_invitation -> contact': KEPT,
  'event_order -> event_invitation': CLEARED,
  'event_order -> invoice': NEVER_DELETED,
  'event_order -> processor_charge': NEVER_DELETED,
  'event_order_line -> event_exhibitor': OF_ORDER,
  'event_order_line -> event_order_item': OF_ORDER,
  'event_order_line -> event_registration': OF_ORDER,
  'event_order_line -> event_sponsor': OF_ORDER,
  'event_order_line -> fee_item': 'the line of the invoice is the use',
  'event_registration -> event': REGISTERED,
  'event_registration -> event_exhibitor': OF_ORDER,
  'event_registration -> event_sponsor': OF_ORDER,
  'event_sponsor -> benefit_package': 'the grant of the contact is the use',
  'event_exhibitor_type -> event_registration_type': OF_EVENT,
  'event_tier -> event_registration_type': OF_EVENT,
  'gateway_transaction -> processor_account': OF_GATEWAY,
  'gateway_transaction -> processor_charge': NEVER_DELETED,
  'invoice -> contact': KEPT,
  'journal_entry -> contact': KEPT,
  'journal_entry -> journal_entry': NEVER_DELETED,
  'journal_line -> contact': KEPT,
  'journal_line -> journal_entry': NEVER_DELETED,
  'journal_line -> transaction_class': POSTED,
  'ledger_customer -> contact': KEPT,
  'ledger_execution -> contact': KEPT,
  'ledger_installation -> application_permission': 'a revoked key stays stored',
  'mail_message -> contact': KEPT,
  'membership_level_change -> invoice': NEVER_DELETED,
  'membership_term -> invoice': NEVER_DELETED,
  'membership_term -> payment_plan': 'a plan that terms have is deactivated instead',
  'part_collection -> processor_charge': NEVER_DELETED,
  'payment -> contact': KEPT,
  'payment -> processor_charge': NEVER_DELETED,
  'payment -> payment_subtype': 'a subtype that payments use is deactivated instead',
  'processor_charge -> contact': KEPT,
  'processor_charge -> journal_entry': NEVER_DELETED,
  'processor_charge -> processor_account': OF_GATEWAY,
  'processor_dispute -> journal_entry': NEVER_DELETED,
  'processor_dispute -> processor_charge': NEVER_DELETED,
  'processor_dispute -> refund': NEVER_DELETED,
  'processor_dispute_message -> processor_dispute': NEVER_DELETED,
  'processor_payout -> processor_account': OF_GATEWAY,
  'processor_refund -> journal_entry': NEVER_DELETED,
  'processor_refund -> credit': NEVER_DELETED,
  'processor_refund -> refund': NEVER_DELETED,
  'processor_refund -> processor_charge': NEVER_DELETED,
  'project -> contact': KEPT,
  'project_template_task -> project_template_milestone': CLEARED,
  'refund -> contact': KEPT,
  'refund -> credit': NEVER_DELETED,
  'refund -> payment': NEVER_DELETED,
  'staff -> role': NEVER_DELETED,
  'store_cart -> contact': KEPT,
  'store_cart_line -> benefit_item': 'the balance of the contact is the use',
  'store_cart_line -> store_sub_item': 'sub-items of carts and orders are deactivated',
  'store_download -> store_item': 'a sold item is deactivated',
  'store_lot_use -> store_item_lot': 'a lot that an order has used cannot be deleted',
  'store_purchase -> contact': KEPT,
  'store_purchase -> invoice': NEVER_DELETED,
  'store_purchase -> processor_charge': NEVER_DELETED,
  'store_purchase -> store_cart': 'an ordered cart cannot be deleted',
  'store_purchase_line -> benefit_item': 'the balance of the contact is the use',
  'store_purchase_line -> store_item': 'a sold item is deactivated',
  'store_purchase_line -> store_sub_item': 'a sold sub-item is deactivated',
  'store_refund -> credit': NEVER_DELETED,
  'store_voucher -> store_cart': 'the deletion of a cart releases its vouchers',
  'store_voucher -> event_order': 'the deletion of a cart releases its vouchers',
  'store_voucher_use -> payment': NEVER_DELETED,
  'store_voucher_use -> store_voucher': NEVER_DELETED,
  'store_item_supplier -> contact': 'a deleted contact stays stored, and the item shows no supplier',
  'stored_file -> contact': KEPT,
  'sponsor -> invoice': NEVER_DELETED,
  'task_item -> contact': KEPT,
  'task_item -> project_milestone': CLEARED,
  'task_item -> task_item': CLEARED,
  'workflow_run -> contact': KEPT,
  'workflow_run -> workflow': 'a deleted workflow stays stored, and its runs end',
  'workflow_step_run -> workflow_step': 'a deleted step stays stored, and its contacts move on',
  'write_off -> contact': KEPT,
  'write_off -> invoice': NEVER_DELETED,
  'write_off_line -> account': POSTED,
  'write_off_line -> transaction_class': POSTED,
}

test('every reference that would block a deletion in the database is a declared use', async () => {
  const references = await system.$queryRaw<{ from: string; to: string }[]>`
    SELECT DISTINCT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
    WHERE contype = 'f' AND confdeltype IN ('a', 'r') AND connamespace = 'public'::regnamespace ORDER BY 1, 2`
  const isDeclared = ({ from, to }: { from: string; to: string }) =>
    recordUses
      .entries()
      .some(({ of, rows }) => TABLES[of] === to && new RegExp(`\\b${from}\\b`).test(rows(1, new Date()).sql))
  const undeclared = references.filter((reference) => !isDeclared(reference)).map(({ from, to }) => `${from} -> ${to}`)
  expect(references.length).toBeGreaterThan(40)
  expect(
    undeclared.toSorted(),
    'declare a use in the area and its table in TABLES, or give the reason in NO_USE',
  ).toEqual(Object.keys(NO_USE).toSorted())
})
