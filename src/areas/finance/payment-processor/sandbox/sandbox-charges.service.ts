import {
  type AuthorizationRequest,
  type CancelRequest,
  type CaptureRequest,
  type ChargeState,
  ProcessorFault,
  type RefundRequest,
} from '../payment-processor.port.ts'
import {
  computeSaleFee,
  makeDispute,
  type SandboxCharge,
  type SandboxDispute,
  type SandboxRefund,
  SCRIPTS,
} from './sandbox.model.ts'
import { closeInquiries, openDispute } from './sandbox-disputes.service.ts'
import { type AccountObjects, listMovements, move, type Stored } from './sandbox-objects.service.ts'

const refused = (message: string) => new ProcessorFault('refused', message)

const scriptOf = ({ token }: Pick<SandboxCharge, 'token'>) => {
  const script = SCRIPTS.get(token)
  if (!script) throw refused(`The sandbox has no means of payment "${token}".`)
  return script
}

export const authorize = async (objects: AccountObjects, request: AuthorizationRequest): Promise<ChargeState> => {
  const { token, cents, currencyCode, description, reference, key } = request
  const known = await objects.findByKey<SandboxCharge>('charge', key)
  if (known) return readChargeState(objects, known)
  const { decline, debit } = scriptOf({ token })
  if (debit && !request.capturesAtOnce) throw refused('A bank debit cannot be authorized only. Send Capture true.')
  const data: SandboxCharge = {
    token,
    cents,
    currencyCode,
    description,
    reference,
    capturedCents: 0,
    refundedCents: 0,
    captureKey: null,
    authorization: `pi_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`,
    status: decline ? 'failed' : debit ? 'pending' : 'authorized',
    failureCode: decline?.code ?? null,
    failureMessage: decline?.message ?? null,
  }
  const charge = await objects.add('charge', data, { requestKey: key, parentUid: data.authorization })
  await objects.emit('charge', charge.uid)
  if (data.status !== 'authorized' || !request.capturesAtOnce) return readChargeState(objects, charge)
  return settle(objects, charge, cents, key)
}

/** Turns an authorization or a pending debit into a sale. */
export const settle = async (
  objects: AccountObjects,
  charge: Stored<SandboxCharge>,
  cents: number,
  captureKey: string,
): Promise<ChargeState> => {
  const data: SandboxCharge = { ...charge.data, status: 'succeeded', capturedCents: cents, captureKey }
  await objects.save(charge, data)
  const { currencyCode, description } = data
  await move(objects, charge.uid, { type: 'Sale', cents, feeCents: computeSaleFee(cents), currencyCode, description })
  await objects.emit('charge', charge.uid)
  const { dispute } = scriptOf(data)
  if (dispute) await openDispute(objects, charge.uid, makeDispute(dispute, { cents, currencyCode }, objects.now))
  return readChargeState(objects, { ...charge, data })
}

export const capture = async (
  objects: AccountObjects,
  { authorization, cents, key }: CaptureRequest,
): Promise<ChargeState> => {
  const charge = await byAuthorization(objects, authorization)
  if (charge.data.captureKey === key) return readChargeState(objects, charge)
  if (charge.data.status !== 'authorized') throw refused(`The charge is ${charge.data.status} and cannot be captured.`)
  if (cents > charge.data.cents) throw refused('More was to be captured than is authorized.')
  return settle(objects, charge, cents, key)
}

export const cancel = async (objects: AccountObjects, { authorization }: CancelRequest): Promise<ChargeState> => {
  const charge = await byAuthorization(objects, authorization)
  if (charge.data.status === 'canceled') return readChargeState(objects, charge)
  if (charge.data.status !== 'authorized') throw refused(`The charge is ${charge.data.status} and cannot be canceled.`)
  const data: SandboxCharge = { ...charge.data, status: 'canceled' }
  await objects.save(charge, data)
  await objects.emit('charge', charge.uid)
  return readChargeState(objects, { ...charge, data })
}

export const refund = async (
  objects: AccountObjects,
  { charge: uid, cents, key }: RefundRequest,
): Promise<ChargeState> => {
  const charge = await objects.find<SandboxCharge>('charge', uid)
  if (!charge) throw new ProcessorFault('missing', `The sandbox has no charge ${uid}.`)
  if (await objects.findByKey<SandboxRefund>('refund', key)) return readChargeState(objects, charge)
  const [dispute] = await objects.list<SandboxDispute>('dispute', uid)
  if (dispute && !dispute.data.status.startsWith('warning_')) throw refused('The charge is disputed.')
  if (charge.data.status !== 'succeeded') throw refused(`The charge is ${charge.data.status} and cannot be refunded.`)
  if (cents > charge.data.capturedCents - charge.data.refundedCents)
    throw refused('More was to be refunded than is left of the charge.')
  const { refundsFail = false } = scriptOf(charge.data)
  const data: SandboxCharge = { ...charge.data, refundedCents: charge.data.refundedCents + cents }
  await objects.save(charge, data)
  const made: SandboxRefund = { key, cents, status: refundsFail ? 'pending' : 'succeeded', failureMessage: null }
  const stored = await objects.add('refund', made, { requestKey: key, parentUid: uid })
  const { currencyCode, description } = data
  await move(objects, stored.uid, { type: 'Refund', cents: -cents, feeCents: 0, currencyCode, description })
  await objects.emit('charge', uid)
  if (data.refundedCents === data.capturedCents) await closeInquiries(objects, uid)
  return readChargeState(objects, { ...charge, data })
}

/** Lets a refund fail, which the bank rejects: its money comes back. */
export const failRefund = async (objects: AccountObjects, refunded: Stored<SandboxRefund>): Promise<void> => {
  const charge = await objects.find<SandboxCharge>('charge', refunded.parentUid ?? '')
  if (!charge) return
  const { cents } = refunded.data
  await objects.save(refunded, { ...refunded.data, status: 'failed', failureMessage: 'The bank rejected the refund.' })
  await objects.save(charge, { ...charge.data, refundedCents: charge.data.refundedCents - cents })
  const { currencyCode } = charge.data
  const description = 'Refund failed'
  await move(objects, refunded.uid, { type: 'RefundReversal', cents, feeCents: 0, currencyCode, description })
  await objects.emit('charge', charge.uid)
}

const byAuthorization = async (objects: AccountObjects, uid: string): Promise<Stored<SandboxCharge>> => {
  const [charge] = await objects.list<SandboxCharge>('charge', uid)
  if (!charge) throw new ProcessorFault('missing', `The sandbox has no authorization ${uid}.`)
  return charge
}

export const readChargeState = async (objects: AccountObjects, charge: Stored<SandboxCharge>): Promise<ChargeState> => {
  const { token, captureKey: _captureKey, ...data } = charge.data
  const { brand, lastFour } = scriptOf({ token })
  const refunds = await objects.list<SandboxRefund>('refund', charge.uid)
  const movements = await listMovements(objects, charge.uid)
  for (const { uid } of refunds) movements.push(...(await listMovements(objects, uid)))
  return {
    uid: charge.uid,
    ...data,
    createdAt: charge.createdAt,
    cardBrand: brand,
    lastFour,
    refunds: refunds.map(({ uid, createdAt, data: refunded }) => ({ uid, createdAt, ...refunded })),
    movements,
  }
}
