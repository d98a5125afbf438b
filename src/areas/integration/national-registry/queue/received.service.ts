import { findSettings } from '#areas/integration/association-sync/settings/settings.queries'
import { readTransaction } from '#areas/integration/association-sync/transactions/received-transactions.service'
import { applyTransaction } from '#areas/integration/association-sync/transactions/transactions.service'
import { Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { instantOf } from '#kernel/time/instant'
import { isDate } from '#kernel/time/written-date'
import type { Prisma } from '#prisma/client'
import type { NationalRegistry, RegistryChange } from '../registry.port.ts'
import type { ClaimedEvent } from './queue.sql.ts'

/** Pages of one run. */
const MAX_PAGES = 20

/** Adds the changes of the registry to the queue, with the position in the same transaction. @throws RegistryFault. */
export const receiveChanges = async (scope: Scope, registry: NationalRegistry): Promise<void> => {
  const { tenantId, prisma } = scope.db
  for (let page = 0; page < MAX_PAGES; page++) {
    const cursor = (await findSettings(prisma, scope))?.registryCursor ?? null
    const { changes, cursor: next, hasMore } = await registry.listChanges(cursor)
    const now = scope.clock.now()
    if (changes.length > 0 || next !== cursor)
      await scope.db.transaction(async (tx) => {
        const data = changes.map((change) => ({ ...rowOf(change), tenantId, createdAt: now, dueAt: now }))
        await tx.registryEvent.createMany({ data, skipDuplicates: true })
        const position = { registryCursor: next, receivedAt: now }
        await tx.associationSettings.upsert({
          where: { tenantId },
          create: { tenantId, ...position },
          update: position,
        })
      })
    if (!hasMore) return
  }
}

const TYPES = new Map([
  ['upsert', 'Update'],
  ['move', 'Move'],
  ['delete', 'Delete'],
])

const rowOf = ({ id, operation, transaction }: RegistryChange) => {
  const sent = new Map(Object.entries(transaction ?? {}))
  const number = sent.get('NationalID')
  const occurred = String(sent.get('OccurredDate'))
  return {
    isReceived: true,
    requestId: id,
    nationalId: Number.isInteger(number) && number > 0 && number < 2 ** 31 ? Number(number) : null,
    changeType: TYPES.get(operation) ?? 'Update',
    tags: ['received'],
    // As a number, which SQL can compare whatever the registry has sent as the date.
    body: {
      operation,
      transaction,
      ...(isDate(occurred) && { OccurredAt: instantOf(occurred).getTime() }),
    } as Prisma.InputJsonObject,
  }
}

/**
 * Applies a row by the rules of the association sync, and settles it in the same transaction.
 *
 * @throws Problem if the transaction is not valid.
 */
export const applyReceived = async (scope: Scope, { id, body }: ClaimedEvent): Promise<void> => {
  const { operation, transaction } = body as { operation: string; transaction: unknown }
  const parsed = readTransaction(operation, transaction)
  await scope.db.transaction(async (tx) => {
    const contactId = await applyTransaction(scope, tx, parsed)
    await tx.registryEvent.update({
      where: { tenantId_id: { tenantId: scope.db.tenantId, id } },
      data: { contactId, status: 'Succeeded', message: 'Applied.', dueAt: null, settledAt: scope.clock.now() },
    })
  })
}

/** Whether an error says that the row itself is not valid, so that a retry cannot succeed. */
export const isRefusal = (error: unknown): error is Problem => error instanceof Problem && error.status < 500
