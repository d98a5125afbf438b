import { printedNumberSql } from '#areas/finance/books/documents/documents.listing'
import { foundContactsSql, shownContactIdSql } from '#areas/people/contacts/contacts.listing'
import { GatewayChargeListRow } from '#contract/finance/payment-processor'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const CONTACT_ID = shownContactIdSql(Prisma.sql`g.tenant_id`, Prisma.sql`g.contact_id`)
const CONTACT_NAME = Prisma.sql`(SELECT k.display_name FROM contact k
  WHERE k.tenant_id = g.tenant_id AND k.id = g.contact_id AND k.deleted_at IS NULL)`
const PAYMENT = Prisma.sql`FROM payment b WHERE b.tenant_id = g.tenant_id AND b.charge_id = g.id`
const PAYMENT_ID = Prisma.sql`(SELECT b.id ${PAYMENT})`
const NUMBER = Prisma.sql`(SELECT ${printedNumberSql('payment', Prisma.sql`b.number`)} ${PAYMENT})`
const GATEWAY = Prisma.sql`FROM processor_account a JOIN payment_gateway y ON y.tenant_id = a.tenant_id AND y.id = a.gateway_id
  WHERE a.tenant_id = g.tenant_id AND a.id = g.account_id`
const GATEWAY_ID = Prisma.sql`(SELECT y.id ${GATEWAY})`
const GATEWAY_NAME = Prisma.sql`(SELECT y.name ${GATEWAY})`

const STATUSES = ['requested', 'authorized', 'pending', 'succeeded', 'failed', 'canceled']

const column = (name: string): Sql => Prisma.raw(`g.${name}`)

const listing: Listing = {
  from: Prisma.sql`processor_charge g`,
  row: GatewayChargeListRow,
  tenant: Prisma.sql`g.tenant_id`,
  id: Prisma.sql`g.id`,
  idType: 'bigint',
  contact: Prisma.sql`g.contact_id`,
  listed: Prisma.sql`true`,
  defaultOrder: 'EPaymentTransactionId desc',
  fields: {
    EPaymentTransactionId: valueField('bigint', column('id')),
    AuditId: valueField('integer', column('audit_id')),
    ChargeId: optionalField('text', column('uid')),
    PaymentGatewayId: valueField('integer', GATEWAY_ID),
    GatewayName: nameField(GATEWAY_NAME),
    ContactId: optionalField('integer', CONTACT_ID),
    ContactName: nameField(CONTACT_NAME),
    Amount: valueField('money', column('amount')),
    AmountCaptured: valueField('money', column('amount_captured')),
    AmountRefunded: valueField('money', column('amount_refunded')),
    CurrencyCode: valueField('text', column('currency_code')),
    Status: valueField('text', column('status')),
    Description: optionalField('text', column('description')),
    CreatedDate: valueField('instant', column('created_at')),
    LastFour: optionalField('text', column('last_four')),
    CardBrand: optionalField('text', column('card_brand')),
    FailureCode: optionalField('text', column('failure_code')),
    FailureMessage: optionalField('text', column('failure_message')),
    PaymentId: optionalField('integer', PAYMENT_ID),
    DocumentNumber: optionalField('text', NUMBER),
  },
  search: (tenantId, text) => {
    const contacts = foundContactsSql(tenantId, text)
    if (contacts === null) return null
    return {
      found: Prisma.sql`SELECT h.id FROM processor_charge h JOIN (${contacts}) s ON s.id = h.contact_id
        WHERE h.tenant_id = ${tenantId}::integer`,
    }
  },
  totals: { values: { Status: STATUSES }, bucket: ({ Status }) => `charge:${Status}` },
}

/** What is neither refunded nor being refunded. */
const LEFT = Prisma.sql`g.amount_captured - g.amount_refunded - (SELECT coalesce(sum(r.amount), 0) FROM processor_refund r
  WHERE r.tenant_id = g.tenant_id AND r.charge_id = g.id AND r.status = 'requested')`
const IS_DISPUTED = Prisma.sql`EXISTS (SELECT FROM processor_dispute d WHERE d.tenant_id = g.tenant_id
  AND d.charge_id = g.id AND NOT d.is_charge_refundable)`
const IS_AUTHORIZED = Prisma.sql`g.status = 'authorized' AND g.authorization_uid IS NOT NULL`

const ACTIONS: readonly [string, Sql][] = [
  ['capture', IS_AUTHORIZED],
  ['cancel', IS_AUTHORIZED],
  ['refund', Prisma.sql`g.status = 'succeeded' AND NOT ${IS_DISPUTED} AND ${LEFT} > 0`],
  ['assign', Prisma.sql`g.contact_id IS NULL AND g.status NOT IN ('failed', 'canceled')`],
]

const actionsSql = (scope: Scope): Sql => {
  if (scope.chapters || !hasGrant(scope, 'payment-processor:write')) return Prisma.sql`'["view"]'::json`
  const offered = ACTIONS.map(
    ([action, condition]) => Prisma.sql`CASE WHEN ${condition} THEN ${Prisma.raw(`ARRAY['${action}']`)} ELSE '{}' END`,
  )
  return Prisma.sql`to_json(ARRAY['view'] || ${Prisma.join(offered, ' || ')})`
}

/** Returns the list of charges `g`, the latest first. */
export const chargeList = (scope: Scope): List =>
  listOf(listing, {
    Actions: actionsSql(scope),
  })
