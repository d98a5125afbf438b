import { lockRecordIfPresent } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import { addLogEvents } from '#services/tenant-log/log-events'
import { appOf } from '../catalog/catalog.model.ts'
import { getAccessToken, NOT_CONNECTED } from '../connections/access.service.ts'
import { openCredentials } from '../connections/credentials.model.ts'
import { NativeFault, type NativeRun, type NativeTools } from '../native-app.port.ts'
import { type Integration, isConnected, valuesOf } from '../native-integrations.model.ts'
import { integrationKind } from '../native-integrations.queries.ts'
import { requestRun } from './executions.service.ts'
import { type ClaimedExecution, claimExecutionSql } from './executions.sql.ts'
import { describeRun, waitBeforeAttempt } from './runs.model.ts'

/** Runs of one job, so that jobs of other integrations get their turn. */
const MAX_RUNS = 200
/** After so many temporary faults in a row, the other side is unavailable for all runs. */
const MAX_FAULTS = 3
const UNAVAILABLE_MS = 60_000

/** The integration was uninstalled during the run, or another worker has taken the run over. */
class Abandoned extends Error {
  override readonly name = 'Abandoned'
}

/** Performs the due runs of an integration in their order, and requests the next job if further runs wait. */
export const performDueRuns = async (scope: Scope, tools: NativeTools, integrationId: number): Promise<void> => {
  let faults = 0
  for (let count = 0; count < MAX_RUNS && faults < MAX_FAULTS; count++) {
    const { tenantId } = scope.db
    const [claimed] = await scope.db.rows<ClaimedExecution>(
      claimExecutionSql(tenantId, integrationId, scope.clock.now()),
    )
    if (!claimed) break
    const outcome = await attempt(scope, tools, integrationId, claimed)
    if (!outcome || !(await settle(scope, integrationId, claimed, outcome))) return
    faults = outcome.status === 'Pending' ? faults + 1 : 0
  }
  const notBefore = faults < MAX_FAULTS ? undefined : new Date(scope.clock.now().getTime() + UNAVAILABLE_MS)
  await scope.db.transaction(async (tx) => {
    if (await lockRecordIfPresent(scope, tx, integrationKind, integrationId))
      await requestRun(scope, tx, integrationId, notBefore)
  })
}

interface Outcome {
  status: 'Pending' | 'Succeeded' | 'Failed'
  message: string
  dueAt: Date | null
}

const ended = (status: 'Succeeded' | 'Failed', message: string): Outcome => ({ status, message, dueAt: null })

/** Returns null if the run was abandoned. */
const attempt = async (
  scope: Scope,
  tools: NativeTools,
  integrationId: number,
  claimed: ClaimedExecution,
): Promise<Outcome | null> => {
  try {
    const { tenantId, prisma } = scope.db
    const integration = await integrationKind.find(prisma, { tenantId, id: integrationId }, scope)
    if (!integration) return null
    const run = openRun(scope, tools, integration, claimed)
    return ended('Succeeded', await appOf(integration).run(run))
  } catch (error) {
    if (error instanceof Abandoned) return null
    if (error instanceof NativeFault && !error.isTemporary) return ended('Failed', error.message)
    if (!(error instanceof NativeFault))
      scope.log.error({ err: error, execution: claimed.executionId }, 'a run of a native integration failed')
    return retried(scope, claimed, error instanceof NativeFault ? error : UNEXPECTED)
  }
}

const UNEXPECTED = new NativeFault('The server failed. Its log contains the reason.', { isTemporary: true })

const retried = ({ clock }: Scope, { attempts }: ClaimedExecution, { message, retryAfter }: NativeFault): Outcome => {
  const wait = waitBeforeAttempt(attempts, retryAfter)
  if (wait === null) return ended('Failed', message)
  return { status: 'Pending', message, dueAt: new Date(clock.now().getTime() + wait) }
}

/** Opens a run, whose scope has no other grants than those to read what the configuration selects. */
const openRun = (
  scope: Scope,
  tools: NativeTools,
  integration: Integration,
  { id, attempts, ...execution }: ClaimedExecution,
): NativeRun => {
  const app = appOf(integration)
  const values = valuesOf(integration)
  const { connector } = integration
  if (!values) throw new NativeFault('The integration is not configured.')
  if (!isConnected(integration)) throw new NativeFault(NOT_CONNECTED)
  const integrationId = integration.id
  return {
    tools,
    integrationId,
    values,
    execution,
    scope: { ...scope, grants: new Set(app.scopesOf(values)) },
    credentials:
      connector && app.connector?.authentication !== 'OAuth2' ? openCredentials(tools.sealer, connector) : new Map(),
    getAccessToken: (rejected) => getAccessToken(scope, tools, integrationId, rejected),
    progress: (done, total) => storeProgress(scope, { id, attempts }, done, total),
  }
}

/** Returns the run as the worker that claimed it knows it: after another claim, it matches nothing. */
const claimOf = ({ db }: Scope, { id, attempts }: Pick<ClaimedExecution, 'id' | 'attempts'>) => ({
  tenantId: db.tenantId,
  id: BigInt(id),
  attempts,
  endedAt: null,
})

const storeProgress = async (
  scope: Scope,
  claimed: Pick<ClaimedExecution, 'id' | 'attempts'>,
  doneCount: number,
  totalCount: number,
): Promise<void> => {
  const { count } = await scope.db.prisma.nativeExecution.updateMany({
    where: claimOf(scope, claimed),
    data: { doneCount, totalCount },
  })
  if (count === 0) throw new Abandoned()
}

/** Stores the result of an attempt. Returns false if the run was abandoned. */
const settle = (
  scope: Scope,
  integrationId: number,
  claimed: ClaimedExecution,
  { status, message, dueAt }: Outcome,
): Promise<boolean> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const integration = await lockRecordIfPresent(scope, tx, integrationKind, integrationId)
    if (!integration) return false
    const endedAt = status === 'Pending' ? null : scope.clock.now()
    const { count } = await tx.nativeExecution.updateMany({
      where: claimOf(scope, claimed),
      data: { status, message, dueAt, endedAt },
    })
    if (count === 0) return false
    if (endedAt) {
      await tx.nativeIntegration.updateMany({
        where: { tenantId, id: integrationId },
        data: { lastEndedAt: endedAt, lastStatus: status },
      })
    }
    await addLogEvents(scope, tx, [describeRun(integration, claimed, { status, message })])
    return true
  })
