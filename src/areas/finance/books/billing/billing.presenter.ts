import type { ContactBilling } from '#contract/finance/billing'
import type { Billing } from './billing.queries.ts'

export const presentBilling = ({ auditId, isTaxExempt, billWithParent }: Billing): ContactBilling => ({
  AuditId: auditId,
  IsTaxExempt: isTaxExempt,
  BillWithParent: billWithParent,
})
