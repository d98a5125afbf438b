import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { noCart } from '../refusals.model.ts'
import { hashOfKey } from './cart-keys.model.ts'

const withRows = {
  include: { registrations: { orderBy: { position: 'asc' } }, sponsors: true, exhibitors: true },
} as const satisfies Prisma.EventOrderDefaultArgs

/** A cart with its rows. */
export type FullCart = Prisma.EventOrderGetPayload<typeof withRows>

/** Reads the cart of a key. @throws RegistrationRefusal 404, also after its time. */
export const findCart = async (
  { db: { tenantId }, clock }: Scope,
  tx: Transaction,
  eventId: number,
  key: string,
): Promise<FullCart> => {
  const where = { tenantId, eventId, keyHash: hashOfKey(key), state: 'cart', heldUntil: { gt: clock.now() } }
  return existing(await tx.eventOrder.findFirst({ where, ...withRows }))
}

/** Reads the cart of a registration, for staff. @throws RegistrationRefusal 404, also after its time. */
export const findCartOfRegistration = async (
  { db: { tenantId }, clock }: Scope,
  tx: Transaction,
  eventId: number,
  registrationId: number,
): Promise<FullCart> => {
  const where = { tenantId, eventId, state: 'cart', heldUntil: { gt: clock.now() } }
  const registrations = { some: { id: registrationId } }
  return existing(await tx.eventOrder.findFirst({ where: { ...where, registrations }, ...withRows }))
}

const existing = (cart: FullCart | null): FullCart => {
  if (!cart) throw noCart()
  return cart
}
