import type { MailSuppressionAddInput } from '#contract/work/mail'
import { badInput, notFound } from '#kernel/errors/problem'
import { addressKeyOf, isMailAddress } from '#kernel/mail/address'
import { ALL_CATEGORIES } from '#kernel/mail/suppression-sql'
import { addSuppression, liftSuppressions } from '#kernel/mail/suppressions'
import type { Scope } from '#kernel/tenancy/scope'
import type { MailSuppression } from '#prisma/client'

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
