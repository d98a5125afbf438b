import type { MailSuppressionItem } from '../../../../contract/work/mail.ts'
import type { MailSuppression } from '../../../../generated/prisma/client.ts'
import { ALL_CATEGORIES } from '../../../../kernel/mail/suppression-sql.ts'

export const presentSuppression = (suppression: MailSuppression): MailSuppressionItem => ({
  SuppressionId: suppression.id,
  Address: suppression.addressKey,
  Category: suppression.category === ALL_CATEGORIES ? null : suppression.category,
  Reason: suppression.reason as MailSuppressionItem['Reason'],
  CreatedDate: suppression.createdAt.toISOString(),
})
