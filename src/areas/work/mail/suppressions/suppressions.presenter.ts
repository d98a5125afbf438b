import type { MailSuppressionItem } from '#contract/work/mail'
import { ALL_CATEGORIES } from '#kernel/mail/suppression-sql'
import type { MailSuppression } from '#prisma/client'

export const presentSuppression = (suppression: MailSuppression): MailSuppressionItem => ({
  SuppressionId: suppression.id,
  Address: suppression.addressKey,
  Category: suppression.category === ALL_CATEGORIES ? null : suppression.category,
  Reason: suppression.reason as MailSuppressionItem['Reason'],
  CreatedDate: suppression.createdAt.toISOString(),
})
