import { type Problem, summaryOf } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { AssociationMember } from '#prisma/client'
import { addLogEvents, type LogEvent } from '#services/tenant-log/log-events'
import type { Operation, SyncTransaction } from './transactions.model.ts'

/** What a transaction did. */
export type Effect = 'applied' | 'older' | 'repeated' | 'remembered' | 'merged'

const MESSAGES: Record<Effect, string> = {
  applied: 'was applied.',
  older: 'was ignored, because newer transactions or edits have set all of its fields.',
  repeated: 'was ignored, because it was received before.',
  remembered: 'was remembered: no contact has the number.',
  merged: 'was ignored, because the contact was merged into one with another number.',
}

/** What is known of a refused transaction. */
export interface SentFacts {
  nationalId: number | null
  transactionId: string | null
  /** As it was sent. */
  occurredAt: string | null
  origin: string | null
}

type LoggedTransaction = SentFacts & { operation: Operation; systemTypeId: 1 | 2 }

/** Writes a transaction to the log of the tenant. Its fields are in the history of the contact. */
export const logTransaction = (
  scope: Scope,
  tx: Transaction,
  transaction: SyncTransaction,
  effect: Effect,
  member: Pick<AssociationMember, 'contactId' | 'waitingParentId'> | null,
): Promise<void> => {
  const facts = { ...transaction, occurredAt: transaction.occurredAt.toISOString() }
  const missing = member?.waitingParentId ?? null
  const events = [eventOf(facts, effect, MESSAGES[effect], member?.contactId ?? null)]
  if (missing !== null && missing === transaction.values.ParentNationalId)
    events.push(missingParentEvent(facts, missing, member?.contactId ?? null))
  return addLogEvents(scope, tx, events)
}

/** Says that a contact waits for its organization, whose own transaction connects them. */
const missingParentEvent = (facts: LoggedTransaction, parent: number, contactId: number | null): LogEvent => ({
  ...eventOf(
    facts,
    'applied',
    `names the parent ${parent}, which has not arrived: no organization has this number. The contact is connected with it when its transaction arrives.`,
    contactId,
    { ParentNationalId: parent },
  ),
  level: 'Warning',
  tags: [facts.operation, 'missing-parent'],
})

/** Errors of a refused transaction that its event contains. */
const MAX_ERRORS = 20

/** Returns the event of a refused transaction: the reason, and the first errors. Never their values. */
export const describeRejection = (
  transaction: LoggedTransaction,
  { code, message, errors }: Problem,
  contactId: number | null,
): LogEvent => {
  const reason = errors.length > 0 && !message.includes(summaryOf(errors)) ? `${message} ${summaryOf(errors)}` : message
  const details = { Code: code, Errors: errors.slice(0, MAX_ERRORS) }
  return eventOf(transaction, 'rejected', `was rejected: ${reason}`, contactId, details)
}

const eventOf = (
  { operation, systemTypeId, nationalId, transactionId, origin, occurredAt }: LoggedTransaction,
  effect: Effect | 'rejected',
  text: string,
  contactId: number | null,
  details: object = {},
): LogEvent => {
  const what = systemTypeId === 1 ? 'a person' : 'an organization'
  const number = nationalId === null ? '' : ` with the number ${nationalId}`
  return {
    level: effect === 'merged' || effect === 'rejected' ? 'Warning' : 'Information',
    logType: 'AssociationSync',
    message: `The ${operation} of ${what}${number} ${text}`,
    entityType: 'contact',
    entityKey: contactId === null ? null : String(contactId),
    source: origin,
    destination: 'local',
    tags: [operation, effect],
    details: JSON.stringify({
      TransactionId: transactionId,
      OccurredDate: occurredAt,
      NationalID: nationalId,
      ...details,
    }),
  }
}
