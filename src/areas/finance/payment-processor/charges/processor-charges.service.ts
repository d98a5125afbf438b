import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { listAccounts } from '../accounts/accounts.queries.ts'
import { type ChargeState, ProcessorFault } from '../payment-processor.port.ts'
import { openProcessor, type ProcessorTools, problemOf } from '../processors.service.ts'
import { findChargeByUid } from './charges.queries.ts'

/** Reads a charge of one of the tenant's accounts at the processor. @throws 404, 503. */
export const readCharge = async (scope: Scope, tools: ProcessorTools, uid: string): Promise<ChargeState> => {
  const known = await findChargeByUid(scope, uid)
  const accounts = (await listAccounts(scope)).filter((account) => !known || account.id === known.accountId)
  for (const account of accounts) {
    try {
      return await (await openProcessor(scope, tools, account)).getCharge(account.uid, uid)
    } catch (error) {
      // The charge can be one of another account.
      if (!(error instanceof ProcessorFault) || error.kind !== 'missing') throw problemOf(error, 'charge')
    }
  }
  throw notFound('charge')
}

/** Reads the newest charge of all accounts. @throws 404, 503. */
export const readNewestCharge = async (scope: Scope, tools: ProcessorTools): Promise<ChargeState> => {
  const to = new Date(scope.clock.now().getTime() + 60_000)
  const newest: ChargeState[] = []
  for (const account of await listAccounts(scope)) {
    try {
      const processor = await openProcessor(scope, tools, account)
      const { charges } = await processor.listCharges(account.uid, { from: new Date(0), to, after: null, limit: 1 })
      newest.push(...charges)
    } catch (error) {
      throw problemOf(error, 'charge')
    }
  }
  const [first] = newest.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  if (!first) throw notFound('charge')
  return first
}
