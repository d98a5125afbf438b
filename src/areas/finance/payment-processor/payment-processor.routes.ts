import type { FastifyPluginAsync } from 'fastify'
import { accounts } from './accounts/accounts.routes.ts'
import { charges } from './charges/charges.routes.ts'
import { disputes } from './disputes/disputes.routes.ts'
import { processorHook } from './events/hook.routes.ts'
import { processorFiles } from './processor-files.routes.ts'
import { reports } from './reports/reports.routes.ts'
import { requirements } from './requirements/requirements.routes.ts'
import { sandbox } from './sandbox/sandbox.routes.ts'

/** The payment processor: accounts, charges, disputes, requirements and incoming events. */
export const paymentProcessor: FastifyPluginAsync = async (app) => {
  await app.register(accounts)
  await app.register(charges)
  await app.register(disputes)
  await app.register(requirements)
  await app.register(reports)
  await app.register(processorFiles)
  await app.register(sandbox)
  await app.register(processorHook)
}
