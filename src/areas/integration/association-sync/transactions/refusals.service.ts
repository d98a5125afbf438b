import type { Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { addLogEvents } from '#services/tenant-log/log-events'
import { findMember } from '../association-sync.queries.ts'
import { describeRejection, type SentFacts } from './transaction-log.service.ts'
import type { Operation } from './transactions.model.ts'

/** Statuses of transactions that the sender has to correct. Others concern the credential or the limits. */
const REFUSALS: ReadonlySet<number> = new Set([400, 409, 413, 415, 422])

export interface TransactionRoute {
  operation: Operation
  systemTypeId: 1 | 2
}

/** Writes a refused transaction to the log of the tenant: by its form, its values or the contact. */
export const logRefusal = async (
  scope: Scope,
  request: { body: unknown; query: unknown },
  route: TransactionRoute,
  problem: Problem,
): Promise<void> => {
  if (!REFUSALS.has(problem.status)) return
  const sent = sentFacts(
    route.operation === 'delete' ? field(request.query, 'model') : field(request.body, 'Transaction'),
  )
  const { prisma } = scope.db
  const member = sent.nationalId === null ? null : await findMember(prisma, scope, sent.nationalId)
  const event = describeRejection({ ...route, ...sent }, problem, member?.contactId ?? null)
  await scope.db.transaction((tx) => addLogEvents(scope, tx, [event]))
}

const MAX_TEXT = 100
const MAX_NUMBER = 2 ** 31 - 1

/** Returns what can be read of a transaction that was refused, possibly because of its form. */
const sentFacts = (sent: unknown): SentFacts => {
  const fields = typeof sent === 'string' ? parsed(sent) : sent
  const textOf = (name: string): string | null => {
    const value = field(fields, name)
    return typeof value === 'string' ? value.slice(0, MAX_TEXT) : null
  }
  const number = Number(field(fields, 'NationalID') ?? 0)
  return {
    nationalId: Number.isInteger(number) && number > 0 && number <= MAX_NUMBER ? number : null,
    transactionId: textOf('TransactionId'),
    occurredAt: textOf('OccurredDate'),
    origin: textOf('Origin'),
  }
}

const field = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? new Map(Object.entries(from)).get(name) : undefined

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
