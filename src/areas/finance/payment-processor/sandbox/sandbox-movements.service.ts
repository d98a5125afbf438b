import type { MovementState } from '../payment-processor.port.ts'
import { isOfRefund } from '../postings/postings.model.ts'
import type { SandboxMovement } from './sandbox.model.ts'
import type { AccountObjects, Stored } from './sandbox-objects.service.ts'

/** Moves the balance of an account. */
export const move = async (
  objects: AccountObjects,
  source: string,
  movement: Omit<SandboxMovement, 'payout'>,
): Promise<void> => {
  await objects.add('movement', { ...movement, payout: null }, { parentUid: source })
}

export const movementStateOf = ({ uid, createdAt, parentUid, data }: Stored<SandboxMovement>): MovementState => ({
  uid,
  type: data.type,
  occurredAt: createdAt,
  cents: data.cents,
  feeCents: data.feeCents,
  currencyCode: data.currencyCode,
  description: data.description,
  status: 'Settled',
  refund: isOfRefund(data.type) ? parentUid : null,
})

/** Lists the movements that an object caused. */
export const listMovements = async (objects: AccountObjects, source: string): Promise<MovementState[]> =>
  (await objects.list<SandboxMovement>('movement', source)).map(movementStateOf)
