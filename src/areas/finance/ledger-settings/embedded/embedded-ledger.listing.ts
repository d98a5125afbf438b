import { EmbeddedLedgerAccount, EmbeddedLedgerDocument } from '#contract/finance/embedded-ledger'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { orEmptySql } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`r.id`
const name = Prisma.sql`r.name`

const records = {
  from: Prisma.sql`embedded_ledger_record r`,
  tenant: Prisma.sql`r.tenant_id`,
  id,
  defaultOrder: 'Name',
  searched: name,
}
const recordFields = { Name: nameField(name), IsActive: valueField('boolean', Prisma.sql`r.is_active`) }

/** The accounts `r` of the embedded ledger, by name. */
export const embeddedAccountList: List = listOf({
  ...records,
  row: EmbeddedLedgerAccount,
  listed: Prisma.sql`r.kind = 'account'`,
  fields: {
    LedgerAccountId: valueField('integer', id),
    AccountType: optionalField('text', Prisma.sql`r.account_type`),
    ...recordFields,
  },
})

/** The customers `r` of the embedded ledger, by name. */
export const embeddedCustomerList: List = listOf({
  ...records,
  listed: Prisma.sql`r.kind = 'customer'`,
  fields: { LedgerCustomerId: valueField('integer', id), ...recordFields },
})

const documentId = Prisma.sql`d.id`
const type = Prisma.sql`(upper(left(d.kind, 1)) || substr(d.kind, 2))`
const customerName = Prisma.sql`(SELECT r.name FROM embedded_ledger_record r
  WHERE r.tenant_id = d.tenant_id AND r.kind = 'customer'
    AND r.id = CASE WHEN d.customer_id ~ '^[0-9]{1,9}$' THEN d.customer_id::integer END)`

/** The documents `d` of the embedded ledger, latest first. */
export const embeddedDocumentList: List = listOf({
  from: Prisma.sql`embedded_ledger_document d`,
  row: EmbeddedLedgerDocument,
  tenant: Prisma.sql`d.tenant_id`,
  id: documentId,
  idType: 'bigint',
  listed: Prisma.sql`true`,
  defaultOrder: 'LedgerDocumentId desc',
  searched: Prisma.sql`(d.number || ' ' || ${orEmptySql(customerName)})`,
  fields: {
    LedgerDocumentId: valueField('bigint', documentId),
    DocumentType: valueField('text', type),
    Number: valueField('text', Prisma.sql`d.number`),
    LedgerCustomerId: valueField('text', Prisma.sql`d.customer_id`),
    CustomerName: nameField(customerName),
    Date: valueField('date', Prisma.sql`d.dated_on`),
    Total: valueField('money', Prisma.sql`d.total`),
    IsVoid: valueField('boolean', Prisma.sql`d.is_void`),
    Version: valueField('integer', Prisma.sql`d.version`),
  },
})
