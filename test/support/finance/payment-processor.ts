import { HANDLE_PROCESSOR_EVENT } from '#areas/finance/payment-processor/events/events.service'
import type { TestAppOptions, TestCaller } from '../build-app.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { type DetailsBench, type Json, openDetails } from '../people/contact-parts.ts'

/** An app with a tenant that has a gateway of the sandbox. */
export interface ProcessorBench extends DetailsBench {
  /** The processor's id of the account. */
  account: string
  gatewayId: number
  /** Charges 100.00, unless the body states something else. Expects 200. */
  charge(body?: Json, caller?: TestCaller): Promise<Json>
  stored(charge: Json): Promise<Json>
  /** Runs the jobs that handle events. */
  handleEvents(): Promise<void>
  /** Runs a banking day of the sandbox, and handles its events. */
  bankingDay(): Promise<Json>
}

export const PROCESSOR = '/api/integration/payproc'

export const openProcessorBench = async (options: TestAppOptions = {}): Promise<ProcessorBench> => {
  const details = await openDetails(options)
  const { mine, server, good } = details
  const gateway = (await good('savePaymentGateway', mine.post('/api/paymentgateways/0', { Name: 'Main' }))).body
  const account = String(gateway.GatewayAccountId)
  const handleEvents = () => runJobs(server, HANDLE_PROCESSOR_EVENT)
  return {
    ...details,
    account,
    gatewayId: Number(gateway.PaymentGatewayId),
    charge: async (body = {}, caller = mine) => {
      const sent = { Amount: 100, PaymentToken: 'tok_visa', Capture: true, ...body }
      return (await good('createCharge', caller.post(`${PROCESSOR}/charges`, sent))).body
    },
    stored: async ({ EPaymentTransactionId: id }) =>
      (await good('getGatewayCharge', mine.get(`${PROCESSOR}/charges/${id}`))).body,
    handleEvents,
    bankingDay: async () => {
      const day = await good('runSandboxDay', mine.post(`${PROCESSOR}/account/${account}/sandboxday`))
      await handleEvents()
      return day.body
    },
  }
}
