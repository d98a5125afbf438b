import type { MailSuppressionAddInput } from '#contract/work/mail'
import { badInput, notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { addressKeyOf, isMailAddress } from '#kernel/text/mail-address'
import type { MailSuppression } from '#prisma/client'
import { ALL_CATEGORIES } from '#services/mail/suppression-sql'
import { addSuppression, liftSuppressions } from '#services/mail/suppressions'

/** Suppresses mail to an address. An existing suppression is returned unchanged. @throws 400. */
export const suppressAddress = (scope: Scope, input: MailSuppressionAddInput): Promise<MailSuppression> => {
  if (!isMailAddress(input.Address.trim())) throw badInput('/Address', 'must be a mail address')
  const wanted = {
    addressKey: addressKeyOf(input.Address),
    category: input.Category ?? ALL_CATEGORIES,
    reason: input.Reason ?? 'staff',
  }
  return scope.db.transaction((tx) => addSuppression(scope, tx, wanted))
}

/** Deletes a suppression, so that the address receives mail again. @throws 404. */
export const deleteSuppression = (scope: Scope, id: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const suppression = await tx.mailSuppression.findFirst({ where: { tenantId: scope.db.tenantId, id } })
    if (!suppression) throw notFound('suppression')
    await liftSuppressions(scope, tx, [suppression])
  })
