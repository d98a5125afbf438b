import { shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A membership whose term, or change of the level, an invoice covers. */
export interface InvoicedPart {
  invoiceId: number
  membershipId: number
  /** The contact of the membership. */
  contactId: number
  /** Whether the part waits for the payment of the invoice. */
  isWaiting: boolean
}

/** Selects the parts of memberships that invoices cover, without void ones. @param members joins their contacts. */
const partsSql = (members: Sql) =>
  shape<{ tenantId: number; invoiceIds: readonly number[] }>(
    ({ tenantId, invoiceIds }) => Prisma.sql`
  SELECT x."invoiceId", x."membershipId", m.contact_id AS "contactId", x."isWaiting" FROM (
    SELECT t.invoice_id AS "invoiceId", t.membership_id AS "membershipId", t.activated_at IS NULL AS "isWaiting"
    FROM membership_term t
    WHERE t.tenant_id = ${tenantId}::int AND t.invoice_id = ANY (${invoiceIds}::int[]) AND t.voided_at IS NULL
    UNION ALL
    SELECT h.invoice_id, h.membership_id, h.activated_at IS NULL FROM membership_level_change h
    WHERE h.tenant_id = ${tenantId}::int AND h.invoice_id = ANY (${invoiceIds}::int[]) AND h.voided_at IS NULL
  ) x JOIN membership m ON m.tenant_id = ${tenantId}::int AND m.id = x."membershipId"${members} ORDER BY 2, 1`,
  )

export const invoicedPartsSql = partsSql(Prisma.empty)

/** Without the parts of deleted contacts. */
export const partsOfMembersSql = partsSql(
  Prisma.sql` JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id AND c.deleted_at IS NULL`,
)
