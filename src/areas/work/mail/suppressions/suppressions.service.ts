import type { MailSuppressionAddInput } from '../../../../contract/work/mail.ts'
import type { MailSuppression } from '../../../../generated/prisma/client.ts'
import { badInput, notFound } from '../../../../kernel/errors/problem.ts'
import { addressKeyOf, isMailAddress } from '../../../../kernel/mail/address.ts'
import { ALL_CATEGORIES } from '../../../../kernel/mail/suppression-sql.ts'
import { addSuppression, liftSuppressions } from '../../../../kernel/mail/suppressions.ts'
import type { Scope } from '../../../../kernel/tenancy/scope.ts'

/** Keeps mail from an address, by staff. One that is there is answered as it is. */
export const suppressAddress = (scope: Scope, input: MailSuppressionAddInput): Promise<MailSuppression> => {
  if (!isMailAddress(input.Address.trim())) throw badInput('/Address', 'is no mail address')
  const wanted = {
    addressKey: addressKeyOf(input.Address),
    category: input.Category ?? ALL_CATEGORIES,
    reason: input.Reason ?? 'staff',
  }
  return scope.db.transaction((tx) => addSuppression(scope, tx, wanted))
}

/** Lets an address have mail again. */
export const liftSuppression = (scope: Scope, id: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const suppression = await tx.mailSuppression.findFirst({ where: { tenantId: scope.db.tenantId, id } })
    if (!suppression) throw notFound('suppression')
    await liftSuppressions(scope, tx, [suppression])
  })
