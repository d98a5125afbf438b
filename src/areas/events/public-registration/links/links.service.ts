import { CaptchaFailure, type CaptchaTools, withCaptcha } from '#areas/events/captcha/captcha.service'
import type { EventRegisterV2Input } from '#contract/events/public-registration'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRows, lockSubject } from '#kernel/records/lock'
import { addressKeyOf } from '#kernel/text/mail-address'
import type { EventRegistrationLink, Prisma } from '#prisma/client'
import { hashOfKey, isLinkToken } from '../carts/cart-keys.model.ts'
import type { EventVisit } from '../event-visit.queries.ts'
import { checkForm } from '../forms/checked-form.service.ts'
import { formOf } from '../forms/form.input.ts'
import { formRefused, RegistrationRefusal } from '../refusals.model.ts'

/** The job that mails a link, and the one that deletes it when its time has run out. */
export const MAIL_REGISTRATION_LINK = 'mail_registration_link'
export const EXPIRE_REGISTRATION_LINK = 'expire_registration_link'

const VALID_MS = 2 * 3_600_000
/** The links to one address that are valid at the same time. */
const MAX_LINKS = 3

/**
 * Stores a form, and requests the mail with the link that continues it. Reserves nothing.
 *
 * @throws RegistrationRefusal 404; 409 if too many links to the address are valid; 422.
 */
export const requestLink = (
  { scope, ...visit }: EventVisit,
  body: EventRegisterV2Input,
): Promise<EventRegistrationLink> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const { eventId } = visit
    await lockRows(scope, tx, { table: 'event' }, [eventId], 'key share')
    const { faults } = await checkForm({ scope, ...visit }, tx, formOf(body), { isPayerNeeded: true })
    if (faults.length > 0) throw formRefused(faults)
    const now = scope.clock.now()
    const addressKey = addressKeyOf(body.BillingInfo?.EmailAddress ?? '')
    await lockSubject(scope, tx, `registration links ${addressKey}`)
    const valid = await tx.eventRegistrationLink.count({ where: { tenantId, addressKey, expiresAt: { gt: now } } })
    if (valid >= MAX_LINKS) throw tooManyLinks()
    const expiresAt = new Date(now.getTime() + VALID_MS)
    const data = { tenantId, eventId, addressKey, form: storedForm(body), createdAt: now, expiresAt }
    const link = await tx.eventRegistrationLink.create({ data })
    const payload = { tenantId, linkId: link.id }
    const key = `${tenantId}:${link.id}`
    await enqueueJobs(tx, [
      { name: MAIL_REGISTRATION_LINK, payload, key: `${MAIL_REGISTRATION_LINK}:${key}` },
      { name: EXPIRE_REGISTRATION_LINK, payload, key: `${EXPIRE_REGISTRATION_LINK}:${key}`, runAt: expiresAt },
    ])
    return link
  })

const tooManyLinks = () =>
  new RegistrationRefusal(
    409,
    `${MAX_LINKS} links were mailed to this address and are still valid. Follow the newest one, or try again in 2 hours.`,
  )

/** Returns what is stored of a form: everything but the key of a cart and the captcha. */
const storedForm = (body: EventRegisterV2Input): Prisma.InputJsonObject => {
  const { CaptchaResponse: _captcha, CartKey: _key, DisableCaptchaCheck: _skipped, ...form } = body
  return JSON.parse(JSON.stringify(form))
}

/** Reads a link that was not used yet. @throws RegistrationRefusal 404. */
export const readLink = async ({ scope, eventId }: EventVisit, token: string): Promise<EventRegistrationLink> => {
  const { tenantId, prisma } = scope.db
  const where = { tenantId, eventId, tokenHash: hashOfKey(token), expiresAt: { gt: scope.clock.now() }, usedAt: null }
  const link = await prisma.eventRegistrationLink.findFirst({ where })
  if (!link) throw new RegistrationRefusal(404, 'The link was used, or its time has run out. Start again.')
  return link
}

/** Returns the form of a link, as it was sent. */
export const formOfLink = ({ form }: Pick<EventRegistrationLink, 'form'>): EventRegisterV2Input =>
  form as EventRegisterV2Input

/** Deletes a link whose time has run out, with the form. The cart that was made with it stays. */
export const expireLink = async ({ db, clock }: EventVisit['scope'], id: number): Promise<void> => {
  const where = { tenantId: db.tenantId, id, expiresAt: { lte: clock.now() } }
  await db.prisma.eventRegistrationLink.deleteMany({ where })
}

/** What a request states to prove that no program has sent it. */
interface VisitorProof {
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
