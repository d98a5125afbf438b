import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Whether a term or level change of a membership, void ones left out, is covered by an invoice. */
export const isInvoicedPartSql = (tenantId: Sql, invoiceId: Sql): Sql =>
  partExists(tenantId, invoiceId, Prisma.sql`true`)

/** Whether such a part waits for the payment of the invoice. */
export const isWaitingPartSql = (tenantId: Sql, invoiceId: Sql): Sql =>
  partExists(tenantId, invoiceId, Prisma.sql`p.activated_at IS NULL`)

/** @param condition over the part `p`. */
const partExists = (tenantId: Sql, invoiceId: Sql, condition: Sql): Sql => Prisma.sql`(
  EXISTS (SELECT FROM membership_term p WHERE p.tenant_id = ${tenantId} AND p.invoice_id = ${invoiceId}
    AND p.voided_at IS NULL AND ${condition})
  OR EXISTS (SELECT FROM membership_level_change p WHERE p.tenant_id = ${tenantId} AND p.invoice_id = ${invoiceId}
    AND p.voided_at IS NULL AND ${condition}))`
