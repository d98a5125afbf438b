import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { PAYER, type RegistrationsBench } from './registrations.ts'

/** The scope of work without a caller, at the time of the bench. */
export const systemOf = ({ server, mine }: RegistrationsBench, now: () => Date): Promise<Scope> =>
  systemScope({ database: server.database, clock: { now }, log: server.app.log }, mine.tenant.id)

/** Registers people, and returns the id of the order of their cart. */
export const cartOf = async (bench: RegistrationsBench, eventId: number, form: object): Promise<number> => {
  const sent = { BillingInfo: PAYER, ...form, CaptchaResponse: await bench.captcha(eventId) }
  const { Data, ...answer } = await bench.post('register_v2', eventId, sent)
  if (!Data) throw new Error(JSON.stringify(answer))
  const [row] = Data.Registrations as { RegistrationId: number }[]
  const where = { tenantId: bench.mine.tenant.id, id: row?.RegistrationId ?? 0 }
  return (await bench.server.database.system.eventRegistration.findFirstOrThrow({ where })).orderId
}
