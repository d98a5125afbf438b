import { findMember, findSettings } from '#areas/integration/association-sync/association-sync.queries'
import type { Scope } from '#kernel/tenancy/scope'
import { addFailures, addLastingFailure } from '#services/tenant-log/failures'
import { openRegistry, type RegistryTools } from '../registries.service.ts'
import { type NationalRegistry, RegistryFault } from '../registry.port.ts'
import { applyReceived, isRefusal, receiveChanges, sendChange } from './changes.service.ts'
import { RECEIVE_EVERY_MS, registryFailures, waitBeforeAttempt } from './queue.model.ts'
import { type ClaimedEvent, claimEventSql, nextDueSql } from './queue.sql.ts'

/** Rows of one run, so that jobs of other tenants get their turn. */
const MAX_EVENTS = 200
/** After so many temporary faults in a row, the registry is unavailable for all rows. */
const MAX_FAULTS = 3

/**
 * Receives the changes of the registry, then sends and applies the due rows of the tenant in their order.
 *
 * @returns when the next run is due; null if nothing waits.
 */
export const exchangeChanges = async (scope: Scope, tools: RegistryTools): Promise<Date | null> => {
  const settings = await findSettings(scope.db.prisma, scope)
  if (settings && !settings.isRegistryEnabled) return null
  await receive(scope, tools)
  let faults = 0
  for (let count = 0; count < MAX_EVENTS && faults < MAX_FAULTS; count++) {
    const [claimed] = await scope.db.rows<ClaimedEvent>(claimEventSql(scope.db.tenantId, scope.clock.now()))
    if (!claimed) break
    faults = (await attempt(scope, tools, claimed)) ? 0 : faults + 1
  }
  const [next] = await scope.db.rows<{ dueAt: Date | null }>(nextDueSql(scope.db.tenantId))
  return next?.dueAt ?? null
}

/**
 * Receives the changes of the registry. One that does not respond is asked again at the next time; the queue is worked
 * off in any case.
 */
const receive = async (scope: Scope, tools: RegistryTools): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const settings = await findSettings(prisma, scope)
  const now = scope.clock.now()
  try {
    await receiveChanges(scope, openRegistry(scope, tools, settings))
  } catch (error) {
    if (!(error instanceof RegistryFault)) throw error
    scope.log.warn({ err: error, tenant: tenantId }, 'the changes of the national registry could not be received')
    const what = `The changes of the national registry could not be received. ${error.message}`
    await scope.db.transaction((tx) =>
      addLastingFailure(scope, tx, { kind: registryFailures.unavailable, key: null, what }),
    )
  }
  if (settings?.registry === 'Online')
    await prisma.associationSettings.updateMany({
      where: { tenantId },
      data: { receiveDueAt: new Date(now.getTime() + RECEIVE_EVERY_MS) },
    })
}

/** Returns false if the row waits for another attempt. */
const attempt = async (scope: Scope, tools: RegistryTools, claimed: ClaimedEvent): Promise<boolean> => {
  try {
    if (claimed.isReceived) await applyReceived(scope, claimed)
    else await sendChange(scope, await open(scope, tools), claimed)
    return true
  } catch (error) {
    if (error instanceof RegistryFault) return settleFault(scope, claimed, error.message, error.isTemporary)
    if (isRefusal(error)) return settleFault(scope, claimed, error.message, false)
    scope.log.error({ err: error, event: claimed.id }, 'a row of the registry queue failed')
    return settleFault(scope, claimed, 'The server failed. Its log contains the reason.', true)
  }
}

const open = async (scope: Scope, tools: RegistryTools): Promise<NationalRegistry> =>
  openRegistry(scope, tools, await findSettings(scope.db.prisma, scope))

const settleFault = async (
  scope: Scope,
  { id, attempts, contactId, nationalId }: ClaimedEvent,
  reason: string,
  isTemporary: boolean,
): Promise<boolean> => {
  const { db, clock } = scope
  const member = contactId === null && nationalId !== null ? await findMember(db.prisma, scope, nationalId) : null
  const wait = isTemporary ? waitBeforeAttempt(attempts) : null
  const now = clock.now()
  const isOpen = wait !== null
  await db.transaction(async (tx) => {
    await tx.registryEvent.updateMany({
      where: { tenantId: db.tenantId, id },
      data: {
        status: isOpen ? 'Failed' : 'GivenUp',
        message: isOpen ? `${reason} A retry follows.` : reason,
        dueAt: isOpen ? new Date(now.getTime() + wait) : null,
        settledAt: isOpen ? null : now,
        ...(member && { contactId: member.contactId }),
      },
    })
    const what = `The change ${id} of the queue of the national registry is given up. ${reason}`
    if (!isOpen) await addFailures(scope, tx, [{ kind: registryFailures.givenUp, key: id, what }])
  })
  return !isOpen
}
