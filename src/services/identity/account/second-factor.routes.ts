import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from '#kernel/errors/problem'
import { keepNotice, takeNotice } from '#services/pages/notice'
import { sendPage } from '#services/pages/send-page'
import { Parameters } from '../oauth/parameters.ts'
import type { PagesContext } from '../pages/context.ts'
import { MAX_PASSKEYS, passkeyObstacle, registrationOptions, storePasskey } from '../second-factor/passkeys.ts'
import { SET_UP_PATH } from '../second-factor/requirement.ts'
import {
  APP_NOTICES,
  factorAdded,
  findSecondFactors,
  hasSecondFactor,
  removeApp,
  removePasskey,
  renewCodes,
} from '../second-factor/second-factors.ts'
import { beginTotp, confirmTotp, pendingTotp } from '../second-factor/totp.ts'
import { kindOfCode, useCode } from '../second-factor/use-code.ts'
import { attemptSucceeded, countAttempt } from '../sign-in/attempts.ts'
import type { FormFault } from '../sign-in/form-faults.ts'
import { staffNextOf, withNext } from '../sign-in/next-page.ts'
import { verifyPassword } from '../sign-in/password.ts'
import type { StaffRequest } from '../staff-pages.ts'
import { zoneOf } from './account-layout.ts'
import { addPasskeyPage, recoveryCodesPage, secondFactorsPage, setUpAppPage } from './second-factor.page.ts'

const PUBLIC = { config: { isPublic: true } } as const
const PATH = SET_UP_PATH
const WRONG: FormFault = { text: 'The password is wrong.', status: 422, field: 'current' }
const WRONG_PROOF: FormFault = { text: 'The code is wrong, or was used before.', status: 422, field: 'code' }
const WRONG_CODE: FormFault = { text: 'The code is wrong. Check the clock of your device.', status: 422, field: 'code' }
const TOO_MANY: FormFault = { text: `You can have ${MAX_PASSKEYS} passkeys. Remove one first.`, status: 422 }
const NOT_MADE: FormFault = { text: 'The passkey could not be added. Try again.', status: 422 }
const REMOVED = { kind: 'done', text: 'It was removed.' } as const
const REPLACED = { kind: 'done', text: 'The app was replaced. The codes of the old one no longer work.' } as const
/** A page that is loaded again within this time shows the same secret, which can be in the app already. */
const SAME_SECRET_MS = 600_000
const PASSKEY_ID = /^[1-9]\d{0,8}$/
const MAX_NAME = 60

interface Asked extends StaffRequest {
  context: PagesContext
  /** The page to which the person wanted to go before it was led here. */
  next: string | undefined
  /** The address of the page, with that page. */
  address: string
}

const askedOf = (context: PagesContext, asked: StaffRequest): Asked => {
  const next = staffNextOf(new Parameters(asked.request.query))
  return { ...asked, context, next, address: withNext(PATH, next) }
}

/**
 * Serves adding and removing second factors. What changes them requires the password: a session can be left open or
 * stolen.
 */
export const secondFactorPages = (app: FastifyInstance, context: PagesContext): void => {
  app.get(
    PATH,
    PUBLIC,
    app.staffPage(async (asked) => showFactors(askedOf(context, asked))),
  )
  app.post(
    PATH,
    PUBLIC,
    app.staffPage(async (asked) => act(askedOf(context, asked))),
  )
}

const act = async (asked: Asked): Promise<FastifyReply> => {
  const action = asked.form.get('action')
  if (action === 'confirm-app') return confirmApp(asked)
  if (action === 'store-passkey') return addPasskey(asked)
  const fault = await checkPassword(asked)
  if (fault) return showFactors(asked, fault)
  const { context, login } = asked
  const { system, clock } = context
  if (action === 'begin-app' || action === 'replace-app') return beginApp(asked, action === 'replace-app')
  if (action === 'begin-passkey') return beginPasskey(asked)
  if (action === 'codes') {
    if (!hasSecondFactor(await findSecondFactors(system, login.id))) return showFactors(asked)
    return sendPage(asked.reply, recoveryCodesPage(await renewCodes(system, login.id, clock.now()), PATH))
  }
  const kept = await removeFactor(asked, action)
  if (kept) return showFactors(asked, kept)
  keepNotice(asked.reply, context.isSecure(asked.request), REMOVED)
  return asked.reply.redirect(PATH, 303)
}

/** Removes a factor. Returns a fault if an organization requires it. */
const removeFactor = async ({ context, login, form }: Asked, action: string | undefined) => {
  const { system, clock } = context
  const id = form.get('passkey') ?? ''
  try {
    if (action === 'remove-app') await removeApp(system, login.id, clock.now())
    if (action === 'remove-passkey' && PASSKEY_ID.test(id))
      await removePasskey(system, login.id, Number(id), clock.now())
    return undefined
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'second-factor-required') throw error
    return { text: error.message, status: 409 }
  }
}

const showFactors = async (asked: Asked, fault?: FormFault): Promise<FastifyReply> => {
  const { context, request, reply, login, seats, form, formToken, address } = asked
  const factors = await findSecondFactors(context.system, login.id)
  const view = {
    ...factors,
    email: login.email,
    formToken,
    timeZone: zoneOf(seats),
    address,
    requiredBy: requiredBy(asked),
    notice: fault ? undefined : takeNotice(request, reply, context.isSecure(request)),
    passkeyObstacle: passkeyObstacle(context.issuer(request)),
    ...(fault && { fault, opened: `${form.get('action')}${form.get('passkey') ?? ''}` }),
    ...(form.get('name') !== undefined && { enteredName: nameOf(form.get('name')) }),
  }
  return sendPage(reply, secondFactorsPage(view), { status: fault?.status ?? 200 })
}

/**
 * Returns the organization that the person wants to enter and that requires a second factor; without one, all that
 * require it.
 */
const requiredBy = ({ closedSeats, next }: Asked): string | undefined => {
  const wanted = closedSeats.find(
    ({ tenantKey }) => next === `/console/${tenantKey}` || next?.startsWith(`/console/${tenantKey}/`),
  )
  if (wanted) return wanted.tenantName
  return closedSeats.length > 0 ? closedSeats.map(({ tenantName }) => tenantName).join(', ') : undefined
}

const checkPassword = async ({ context, request, reply, login }: Asked): Promise<FormFault | undefined> => {
  const guess = { subject: login.email }
  const tooMany = await countAttempt(context, request, reply, guess)
  if (tooMany) return tooMany
  const found = await context.system.login.findFirst({ where: { id: login.id } })
  // Not FormValues, which trims.
  const entered = new Parameters(request.body).get('current') ?? ''
  if (!(await verifyPassword(entered, found?.passwordHash))) return WRONG
  await attemptSucceeded(context, request, guess)
  return undefined
}

/** Shows the secret of the first app, or of one that replaces the current one at its first code. */
const beginApp = async (asked: Asked, isReplacement: boolean): Promise<FastifyReply> => {
  const { context, reply, login, formToken, address } = asked
  const { system, sealer, clock } = context
  const { hasApp } = await findSecondFactors(system, login.id)
  if (hasApp !== isReplacement) return showFactors(asked)
  const since = new Date(clock.now().getTime() - SAME_SECRET_MS)
  let setup = await pendingTotp(system, sealer, login, since)
  if (!setup) {
    const fault = isReplacement ? await checkCode(asked) : undefined
    if (fault) return showFactors(asked, fault)
    setup = await beginTotp(system, sealer, login, clock.now())
  }
  return sendPage(reply, setUpAppPage({ setup, isReplacement, formToken, address }))
}

/** Uses up a code of the current app, or a recovery code. */
const checkCode = async ({ context, request, reply, login, form }: Asked): Promise<FormFault | undefined> => {
  const code = kindOfCode(form.get('code') ?? '')
  const guess = { subject: `code ${login.email}`, person: login.email, code }
  const tooMany = await countAttempt(context, request, reply, guess)
  if (tooMany) return tooMany
  const used = { entered: form.get('code') ?? '', purpose: 'replace your authenticator app' }
  if (!(await useCode(context, login.id, used, context.clock.now()))) return WRONG_PROOF
  await attemptSucceeded(context, request, guess)
  return undefined
}

/** Confirms an app: the first code proves that it has the secret. */
const confirmApp = async (asked: Asked): Promise<FastifyReply> => {
  const { context, request, reply, login, form, formToken, address } = asked
  const { system, sealer, clock } = context
  const setup = await pendingTotp(system, sealer, login)
  if (!setup) return showFactors(asked)
  const { hasApp: isReplacement } = await findSecondFactors(system, login.id)
  const again = (fault: FormFault) =>
    sendPage(reply, setUpAppPage({ setup, isReplacement, formToken, address, fault }), { status: fault.status })
  const guess = { subject: `set up ${login.email}`, person: login.email }
  const tooMany = await countAttempt(context, request, reply, guess)
  if (tooMany) return again(tooMany)
  const code = (form.get('code') ?? '').replace(/\s/g, '')
  const change = await confirmTotp(system, sealer, { loginId: login.id, code }, clock.now())
  if (!change) return again(WRONG_CODE)
  await attemptSucceeded(context, request, guess)
  if (change === 'replaced') keepNotice(reply, context.isSecure(request), REPLACED)
  return completeAddition(asked, APP_NOTICES[change])
}

const beginPasskey = async (asked: Asked): Promise<FastifyReply> => {
  const { context, request, reply, login, sessionId, form, formToken, address } = asked
  const obstacle = passkeyObstacle(context.issuer(request))
  if (obstacle !== undefined) return showFactors(asked, { text: obstacle, status: 422 })
  const { passkeys } = await findSecondFactors(context.system, login.id)
  if (passkeys.length >= MAX_PASSKEYS) return showFactors(asked, TOO_MANY)
  const options = await registrationOptions(context.issuer(request), login, passkeys)
  await context.system.loginSession.updateMany({ where: { id: sessionId }, data: { challenge: options.challenge } })
  const view = { options: JSON.stringify(options), name: nameOf(form.get('name')), formToken, address }
  return sendPage(reply, addPasskeyPage(view), { hasScript: true })
}

const nameOf = (entered: string | undefined): string => (entered ?? 'Passkey').slice(0, MAX_NAME).toWellFormed()

const addPasskey = async (asked: Asked): Promise<FastifyReply> => {
  const { context, request, login, sessionId, form } = asked
  const { system, clock } = context
  const session = await system.loginSession.findFirst({ where: { id: sessionId }, select: { challenge: true } })
  const challenge = session?.challenge
  if (!challenge) return showFactors(asked, NOT_MADE)
  const taken = await system.loginSession.updateMany({ where: { id: sessionId, challenge }, data: { challenge: null } })
  if (taken.count === 0) return showFactors(asked, NOT_MADE)
  const response = { origin: context.issuer(request), challenge, response: form.get('response') ?? '' }
  const made = { loginId: login.id, name: nameOf(form.get('name')) }
  if (!(await storePasskey(system, made, response, clock.now()))) return showFactors(asked, NOT_MADE)
  return completeAddition(asked, 'A passkey was added to your login')
}

/** Completes the addition of a second factor. Sessions that were started without it end. */
const completeAddition = async (asked: Asked, what: string): Promise<FastifyReply> => {
  const { context, reply, login, sessionId, next = PATH } = asked
  const now = context.clock.now()
  const codes = await factorAdded(context.system, login.id, what, now)
  await context.sessions.endOthers(login.id, sessionId, now)
  return codes ? sendPage(reply, recoveryCodesPage(codes, next)) : reply.redirect(next, 303)
}
