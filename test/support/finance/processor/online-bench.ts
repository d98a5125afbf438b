import { saveConnection } from '#areas/finance/payment-processor/connections.service'
import { HANDLE_PROCESSOR_EVENT } from '#areas/finance/payment-processor/events/events.service'
import { outsideTasks } from '#areas/joined'
import { sealer } from '#kernel/crypto/seal'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestAppOptions, type TestCaller } from '#test/support/build-app'
import { runJobs } from '#test/support/jobs/run-jobs'
import type { StandInAccount } from './objects.ts'
import { type StandIn, signedEvent, startStandIn } from './stand-in.ts'

export const PROCESSOR_KEY = 'sk_test_key_of_the_tests'
export const EVENT_SECRET = 'whsec_of_the_tests'
const ACCOUNT = 'acct_1'

type Event = StandInAccount['events'][number]

/** A tenant that is connected with the stand-in of the processor. */
export interface OnlineBench {
  server: TestApp
  mine: TestCaller
  standIn: StandIn
  account: StandInAccount
  gatewayId: number
  /** Delivers an event as the processor does; returns the status. */
  deliver(event: Event, signature?: string): Promise<number>
  /** Delivers all events that the stand-in has emitted, and runs their jobs. */
  handleEvents(): Promise<void>
  /** Runs the waiting jobs of a kind. */
  runTask(task: string): Promise<void>
  close(): Promise<void>
}

/** The sealer of the test app. */
const testSealer = sealer(Buffer.alloc(32, 7))

export const openOnlineBench = async (options: TestAppOptions = {}): Promise<OnlineBench> => {
  const standIn = await startStandIn()
  const server = await buildTestApp({ ...options, config: { ...options.config, processorUrl: standIn.url } })
  const mine = await server.tenant()
  const { database, app } = server
  const scope = await systemScope({ database, clock: systemClock, log: app.log }, mine.tenant.id)
  await saveConnection(scope, testSealer, { key: PROCESSOR_KEY, eventSecret: EVENT_SECRET })
  const body = { Name: 'Online', Kind: 'Processor', GatewayAccountId: ACCOUNT }
  const gateway = await mine.post('/api/paymentgateways/0', body)
  if (gateway.statusCode !== 200) throw new Error(gateway.body)
  const { files, outbound, connectorConfig } = app
  const tasks = outsideTasks({ sealer: testSealer, processorUrl: standIn.url, files, outbound, connectorConfig })
  const account = standIn.account(ACCOUNT)
  const runTask = (task: string) => runJobs(server, task, tasks)
  const deliver = async (event: Event, signature?: string) => {
    const signed = signedEvent(ACCOUNT, event, EVENT_SECRET)
    const answer = await app.inject({
      method: 'POST',
      url: `/hooks/payment-processor/${mine.tenant.key}`,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature ?? signed.signature },
      payload: signed.payload,
    })
    return answer.statusCode
  }
  return {
    server,
    mine,
    standIn,
    account,
    deliver,
    runTask,
    gatewayId: gateway.json().PaymentGatewayId,
    handleEvents: async () => {
      for (const event of account.events.splice(0)) await deliver(event)
      await runTask(HANDLE_PROCESSOR_EVENT)
    },
    close: async () => {
      await server.close()
      await standIn.close()
    },
  }
}
