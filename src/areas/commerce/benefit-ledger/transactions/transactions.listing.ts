import { BenefitLedgerTransaction } from '#contract/commerce/benefits'
import { listJson } from '#kernel/database/json-sql'
import { columnsOf, listOf } from '#kernel/listing/columns'
import { choiceField, nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { actorNameSql } from '#services/auth/actor-display'
import { OPEN_QUANTITY } from '../usage/usage.sql.ts'
import { TRANSACTION_TYPES } from './transaction-types.model.ts'

const id = Prisma.sql`t.id`

const TYPE_NAME = Prisma.raw(
  `CASE t.type_id ${Object.entries(TRANSACTION_TYPES)
    .map(([type, name]) => `WHEN ${type} THEN '${name}'`)
    .join(' ')} END`,
)

/** The sponsor whose grant the transaction `t` adds to or takes from. */
const SPONSOR_ID = Prisma.sql`(SELECT g.source_id FROM benefit_lot l
  JOIN benefit_grant g ON g.tenant_id = l.tenant_id AND g.id = l.grant_id
  WHERE l.tenant_id = t.tenant_id AND l.id = t.lot_id AND g.source_kind = 'sponsor')`

/** A reversal of an adjustment must leave what was used. */
const IS_REVERSIBLE = Prisma.sql`t.type_id IN (2, 3, 4)
  AND ${OPEN_QUANTITY} <> 0
  AND (t.type_id <> 3 OR t.quantity <= (SELECT b.remaining FROM benefit_balance b
    WHERE b.tenant_id = t.tenant_id AND b.contact_id = t.contact_id AND b.item_id = t.item_id))`

const actionsSql = (scope: Scope): Sql =>
  scope.chapters || !hasGrant(scope, 'benefit-ledger:write')
    ? Prisma.sql`'["view"]'::json`
    : Prisma.sql`CASE WHEN ${IS_REVERSIBLE} THEN '["view","reverse"]'::json ELSE '["view"]'::json END`

const ID = { BenefitTransactionId: valueField('bigint', id) }

/** Returns what a transaction `t` changed. */
const changeFields = (scope: Scope): Listing['fields'] => ({
  TransactionTypeId: valueField('integer', Prisma.sql`t.type_id::integer`),
  TransactionType: choiceField('TransactionTypeId', TRANSACTION_TYPES, valueField('text', TYPE_NAME)),
  Quantity: valueField('integer', Prisma.sql`t.quantity`),
  TransactionDate: valueField('instant', Prisma.sql`t.created_at`),
  EffectiveDate: valueField('date', Prisma.sql`t.effective_on`),
  Description: optionalField('text', Prisma.sql`t.description`),
  MembershipId: optionalField('integer', Prisma.sql`t.membership_id`),
  SponsorId: optionalField('integer', SPONSOR_ID),
  ReversedTransactionId: optionalField('bigint', Prisma.sql`t.reversed_id`),
  CreatedBy: optionalField('text', actorNameSql(scope, Prisma.sql`t.actor`)),
})

/** Lists the transactions `t` of the ledger, the latest first. */
export const benefitTransactionList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`benefit_transaction t JOIN contact c ON c.tenant_id = t.tenant_id AND c.id = t.contact_id
        JOIN benefit_item i ON i.tenant_id = t.tenant_id AND i.id = t.item_id`,
      row: BenefitLedgerTransaction,
      tenant: Prisma.sql`t.tenant_id`,
      id,
      idType: 'bigint',
      contact: Prisma.sql`t.contact_id`,
      listed: Prisma.sql`c.deleted_at IS NULL`,
      defaultOrder: 'BenefitTransactionId desc',
      fields: {
        ...ID,
        ContactId: valueField('integer', Prisma.sql`t.contact_id`),
        ContactName: nameField(Prisma.sql`c.display_name`),
        BenefitItemId: valueField('integer', Prisma.sql`t.item_id`),
        Name: nameField(Prisma.sql`i.name`),
        ...changeFields(scope),
      },
      searched: Prisma.sql`(c.display_name || ' ' || i.name)`,
    },
    { TransactionTypeId: Prisma.sql`t.type_id`, EffectiveDate: Prisma.sql`t.effective_on`, Actions: actionsSql(scope) },
  )

/** Returns the transactions of one benefit `i` of a contact, the latest first, as BenefitTransaction in the contract. */
export const entriesJson = (scope: Scope, contactId: number): Sql =>
  listJson(Prisma.sql`SELECT ${columnsOf(
    { ...ID, ...changeFields(scope) },
    {
      MembershipId: Prisma.sql`t.membership_id::text`,
      SponsorId: Prisma.sql`${SPONSOR_ID}::text`,
      ReversedTransactionId: Prisma.sql`t.reversed_id::text`,
      Remaining: Prisma.sql`(sum(t.quantity) OVER (ORDER BY t.id))::int`,
    },
  )}
    FROM benefit_transaction t WHERE t.tenant_id = i.tenant_id AND t.contact_id = ${contactId}::int
      AND t.item_id = i.id ORDER BY t.id DESC`)
