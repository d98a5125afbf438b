import { expect } from 'vitest'
import { nativeTasks } from '#areas/integration/native-integrations/executions/runs.job'
import { RUN_NATIVE } from '#areas/integration/native-integrations/executions/runs.model'
import type {
  NativeConfiguration,
  NativeExecutionRow,
  NativeIntegration,
} from '#contract/integration/native-integrations'
import { type Clock, systemClock } from '#kernel/time/clock'
import type { TestApp, TestCaller } from '../build-app.ts'
import { expectShape } from '../server/contract-shape.ts'

/** Requests of native integrations that tests repeat. */
export const nativeApi = (server: () => TestApp, caller: () => TestCaller, clock: Clock = systemClock) => {
  /** Does the job of an integration, as the worker does. */
  const perform = async (id: string): Promise<void> => {
    const { app, database } = server()
    const payload = { tenantId: caller().tenant.id, integrationId: Number(id) }
    await nativeTasks(app)[RUN_NATIVE]?.({ database, clock, log: app.log }, payload)
  }
  const good = async <T>(operationId: string, call: ReturnType<TestCaller['get']>): Promise<T> => {
    const answer = await call
    expect(answer.statusCode, answer.body).toBe(200)
    expectShape(operationId, answer.json())
    return answer.json() as T
  }
  const content = async <T>(operationId: string, call: ReturnType<TestCaller['get']>): Promise<T> =>
    JSON.parse((await good<{ Content: string }>(operationId, call)).Content) as T
  const execute = (id: string, query = '') => caller().get(`/native/integrations/${id}/execute${query}`)
  return {
    good,
    install: (app: string) => good<NativeIntegration>('installNativeApp', caller().get(`/native/apps/${app}/install`)),
    connect: (name: string, id: string, body: object) =>
      caller().post(`/native/connectors/${name}/connect/${id}`, body),
    configure: (id: string, values: object, headers?: Record<string, string>) =>
      caller().get(
        `/native/integrations/${id}/configure/put?values=${encodeURIComponent(JSON.stringify(values))}`,
        headers,
      ),
    configuration: (id: string) =>
      good<NativeConfiguration>(
        'getNativeIntegrationConfiguration',
        caller().get(`/native/integrations/${id}/configure`),
      ),
    integration: (id: string) =>
      content<NativeIntegration>('getNativeIntegration', caller().get(`/native/integrations/${id}`)),
    list: () => content<NativeIntegration[]>('listNativeIntegrations', caller().get('/native/integrations')),
    execute,
    executions: async (id: string, query = '') =>
      (
        await good<{ Results: NativeExecutionRow[] }>(
          'listNativeExecutions',
          caller().get(`/native/integrations/${id}/executions${query}`),
        )
      ).Results,
    /** Makes the waiting run of an integration due, and does its job again, as the worker does later. */
    retry: async (id: string): Promise<void> => {
      await server().database.system.nativeExecution.updateMany({
        where: { tenantId: caller().tenant.id, integrationId: Number(id), endedAt: null },
        data: { dueAt: clock.now() },
      })
      await perform(id)
    },
    /** Runs an integration by a caller, and returns the run after it has ended. */
    run: async (id: string, query = ''): Promise<NativeExecutionRow | undefined> => {
      const started = await good<{ ExecutionId: string }>('executeNativeIntegration', execute(id, query))
      await perform(id)
      const rows = await good<{ Results: NativeExecutionRow[] }>(
        'listNativeExecutions',
        caller().get(`/native/integrations/${id}/executions`),
      )
      return rows.Results.find(({ ExecutionId }) => ExecutionId === started.ExecutionId)
    },
  }
}
