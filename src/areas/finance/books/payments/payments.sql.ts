import { shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import { numberedPart } from '../documents/documents.sql.ts'

export interface NewPaymentValues {
  tenantId: number
  contactId: number
  receivedOn: string
  /** In cents. */
  amount: number
  open: number
  paymentTypeId: number
  /** Null: the default of the type, if it has subtypes. */
  paymentSubtypeId: number | null
  gatewayId: number | null
  /** Null: that of the gateway, else undeposited funds. */
  depositAccountId: number | null
  reference: string | null
  notes: string | null
  /** The charge of the payment processor; null for other payments. */
  chargeId: number | null
}

/** Adds a payment with the next number: `id`, `number`, `depositAccountId`. */
export const addPaymentSql = shape<NewPaymentValues>(
  (v) => Prisma.sql`
  WITH ${numberedPart(v.tenantId, 'payment')}
  INSERT INTO payment (tenant_id, number, contact_id, received_on, amount, open_amount, payment_type_id, payment_subtype_id,
    payment_gateway_id, deposit_account_id, reference, notes, charge_id)
  SELECT n.tenant_id, n.number, ${v.contactId}::int, ${v.receivedOn}::date, ${v.amount}::bigint::numeric / 100,
    ${v.open}::bigint::numeric / 100, ${v.paymentTypeId}::int,
    coalesce(${v.paymentSubtypeId}::int, (SELECT b.id FROM payment_subtype b WHERE b.tenant_id = n.tenant_id
      AND b.payment_type_id = ${v.paymentTypeId}::int AND b.is_default)), ${v.gatewayId}::int,
    coalesce(${v.depositAccountId}::int, (SELECT g.deposit_account_id FROM payment_gateway g
      WHERE g.tenant_id = n.tenant_id AND g.id = ${v.gatewayId}::int), (SELECT a.id FROM account a
      WHERE a.tenant_id = n.tenant_id AND a.system_role = 'undeposited-funds')),
    ${v.reference}::text, ${v.notes}::text, ${v.chargeId}::bigint
  FROM numbered n RETURNING id, number, deposit_account_id AS "depositAccountId"`,
)

interface ChangePaymentValues {
  tenantId: number
  id: number
  reference: string | null
  notes: string | null
}

/** Changes what is not posted of a payment. */
export const changePaymentSql = shape<ChangePaymentValues>(
  ({ tenantId, id, reference, notes }) => Prisma.sql`
  UPDATE payment SET audit_id = audit_id + 1, reference = ${reference}::text, notes = ${notes}::text
  WHERE tenant_id = ${tenantId}::int AND id = ${id}::int`,
)
