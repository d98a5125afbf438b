import { conflict, notFound } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { requireCrossingScopes, requireWholeTenant } from '../connections.model.ts'
import { disableOfExchange } from '../withdrawals.service.ts'
import { consentJob } from './exchanges.model.ts'
import { type ExchangeWithParties, exchangeKind, isOwnParty } from './exchanges.queries.ts'

/**
 * Accepts or declines the invitation of this tenant. A tenant that declines after it has accepted leaves the exchange: its
 * connections are disabled. A job informs the owner, which informs the others.
 *
 * @throws 403 insufficient-scope, 404, 409 owner-takes-part, 412.
 */
export const saveConsent = (
  scope: Scope,
  id: number,
  consent: 'Accepted' | 'Declined',
  expected: ExpectedVersion,
): Promise<ExchangeWithParties> => {
  requireWholeTenant(scope)
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const exchange = await lockRecord(scope, tx, exchangeKind, id, expected)
    const own = exchange.parties.find((party) => isOwnParty(scope, party))
    if (!own) throw notFound('exchange')
    if (own.isSource && consent === 'Accepted') requireCrossingScopes(scope, own)
    if (own.consent === consent) return exchange
    if (exchange.isOwn)
      throw conflict('owner-takes-part', 'This tenant created the exchange. Save it without this tenant to leave it.')
    await tx.exchangeParty.update({ where: { tenantId_id: { tenantId, id: own.id } }, data: { consent } })
    await tx.exchange.updateMany({ where: { tenantId, id }, data: NEXT_VERSION })
    const saved = await exchangeKind.find(tx, { tenantId, id }, scope)
    if (!saved) throw notFound('exchange')
    await disableOfExchange(scope, tx, saved)
    await enqueueJobs(tx, [consentJob(tenantId, saved)])
    await recordChange(scope, tx, changeOf(exchangeKind, saved, 'updated', { changes: { ConsentStatus: consent } }))
    return saved
  })
}
