import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Whether a term or level change of a membership, void ones left out, is covered by an invoice.
 *
 * @param condition over the part `p`.
 */
export const isInvoicedPartSql = (tenantId: Sql, invoiceId: Sql, condition: Sql = Prisma.sql`true`): Sql => Prisma.sql`(
  EXISTS (SELECT FROM membership_term p WHERE p.tenant_id = ${tenantId} AND p.invoice_id = ${invoiceId}
    AND p.voided_at IS NULL AND ${condition})
  OR EXISTS (SELECT FROM membership_level_change p WHERE p.tenant_id = ${tenantId} AND p.invoice_id = ${invoiceId}
    AND p.voided_at IS NULL AND ${condition}))`
