import { type CaptchaTools, withCaptcha } from '#areas/events/captcha/captcha.service'
import { CaptchaFailure } from '#areas/events/captcha/captcha-failure.service'
import { addressKeyOf } from '#kernel/text/mail-address'
import { hashOfKey } from '../carts/cart-keys.model.ts'
import type { EventVisit } from '../event-visit.queries.ts'
import { isLinkToken } from './link-tokens.model.ts'

/** What a request states to prove that no program has sent it. */
export interface VisitorProof {
  /** CaptchaResponse: the solution of a captcha, or the token of a mailed link. */
  response: string | null | undefined
  /** The cart that is changed or submitted; null for a new one. */
  cartKey: string | null
  /** The address of the payer. */
  address: string | null | undefined
}

/**
 * Saves a cart for a visitor that has solved a captcha, or has followed a mailed link to the address of the payer. A link makes
 * one cart, and can change it. A refused form does not use it up.
 *
 * @throws CaptchaFailure; 503.
 */
export const saveProved = async <Result extends { key: string }>(
  visit: EventVisit,
  tools: CaptchaTools,
  proof: VisitorProof,
  save: () => Promise<Result>,
): Promise<Result> => {
  const { scope, isStaff } = visit
  const { response, cartKey } = proof
  if (isStaff || !isLinkToken(response)) {
    // Staff get no challenge, so that DisableCaptchaCheck changes nothing for them.
    return withCaptcha(scope, tools, { response, isStaff, isDisabled: isStaff }, save)
  }
  if (cartKey !== null) {
    await requireLinkOfCart(visit, response, { cartKey, address: proof.address })
    return save()
  }
  const id = await takeLink(visit, response, proof.address)
  const { prisma, tenantId } = scope.db
  try {
    const saved = await save()
    const order = await prisma.eventOrder.findFirst({ where: { tenantId, keyHash: hashOfKey(saved.key) } })
    await prisma.eventRegistrationLink.updateMany({ where: { tenantId, id }, data: { orderId: order?.id ?? null } })
    return saved
  } catch (error) {
    await prisma.eventRegistrationLink.updateMany({ where: { tenantId, id, orderId: null }, data: { usedAt: null } })
    throw error
  }
}

/** Uses a link for a new cart: of simultaneous requests, one gets it. @throws CaptchaFailure. */
const takeLink = async (
  { scope, eventId }: EventVisit,
  token: string,
  address: VisitorProof['address'],
): Promise<number> => {
  const { prisma, tenantId } = scope.db
  const now = scope.clock.now()
  const where = { tenantId, eventId, tokenHash: hashOfKey(token), addressKey: addressKeyOf(address ?? '') }
  const link = await prisma.eventRegistrationLink.findFirst({ where: { ...where, expiresAt: { gt: now } } })
  if (!link) throw new CaptchaFailure('invalid')
  const unused = { tenantId, id: link.id, usedAt: null }
  const { count } = await prisma.eventRegistrationLink.updateMany({ where: unused, data: { usedAt: now } })
  if (count === 0) throw new CaptchaFailure('used')
  return link.id
}

/** Requires that a cart was made with a link, and that its payer still has the address. @throws CaptchaFailure. */
export const requireLinkOfCart = async (
  { scope, eventId }: EventVisit,
  token: string,
  { cartKey, address }: { cartKey: string; address?: string | null | undefined },
): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const where = { tenantId, eventId, tokenHash: hashOfKey(token), expiresAt: { gt: scope.clock.now() } }
  const link = await prisma.eventRegistrationLink.findFirst({
    where: { ...where, order: { keyHash: hashOfKey(cartKey) } },
  })
  if (!link || (address !== undefined && addressKeyOf(address ?? '') !== link.addressKey))
    throw new CaptchaFailure('invalid')
}
