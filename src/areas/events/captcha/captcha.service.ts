import { hash } from 'node:crypto'
import type { RegistrationCaptcha } from '#contract/events/public-registration'
import { databaseProblem } from '#kernel/errors/database-problem'
import { Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Outbound } from '#services/outbound/outbound'
import type { ConnectorConfig } from '#services/outbound/outbound.plugin'
import type { Captcha, SolvedCaptcha } from './captcha.port.ts'
import { createHostedCaptcha } from './hosted-captcha.adapter.ts'
import { createProofOfWorkCaptcha } from './proof-of-work.adapter.ts'

/** Why a captcha is rejected. */
const MESSAGES = {
  missing: 'Solve the captcha to continue.',
  invalid: 'The captcha was not solved, or it has expired. Solve a new one.',
  used: 'This captcha was already used. Solve a new one.',
} as const

type CaptchaFailureReason = keyof typeof MESSAGES

/** A request without the solution of a captcha that it needs. Its message is for the registrant. */
export class CaptchaFailure extends Error {
  override readonly name = 'CaptchaFailure'
  readonly reason: CaptchaFailureReason

  constructor(reason: CaptchaFailureReason) {
    super(MESSAGES[reason])
    this.reason = reason
  }
}

export interface CaptchaTools {
  /** The keys that sign challenges, the current one first. */
  keys: readonly [Uint8Array, ...Uint8Array[]]
  outbound: Outbound
  config: Pick<ConnectorConfig, 'captchaVerifyUrl' | 'captchaSiteKey' | 'captchaSecret' | 'captchaMaxNumber'>
}

/** What a request states about its captcha. */
export interface CaptchaRequest {
  /** CaptchaResponse. */
  response: string | null | undefined
  /** Whether the caller has a staff credential. */
  isStaff: boolean
  /** DisableCaptchaCheck. */
  isDisabled: boolean
}

/** The longest response, as the contract documents it. */
const MAX_RESPONSE = 4096

/** Returns a new challenge for a registration form. */
export const createCaptcha = (scope: Scope, tools: CaptchaTools): Promise<NonNullable<RegistrationCaptcha>> =>
  captchaOf(scope, tools).challenge()

/**
 * Does work for a visitor that has solved a captcha. If the work fails with 503, the same solution can be sent again; a captcha
 * service can reject it then. Call it outside of a transaction.
 *
 * @throws as requireCaptcha and the work.
 */
export const withCaptcha = async <T>(
  scope: Scope,
  tools: CaptchaTools,
  request: CaptchaRequest,
  work: () => Promise<T>,
): Promise<T> => {
  const solved = await requireCaptcha(scope, tools, request)
  try {
    return await work()
  } catch (error) {
    // If this fails too, the visitor solves another one.
    if (solved && isUnavailable(error)) await deleteUse(scope, solved).catch(() => undefined)
    throw error
  }
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && (error instanceof Problem ? error : databaseProblem(error))?.status === 503

/**
 * Requires a solved captcha, and uses it: the same solution is rejected afterwards. A staff credential can disable the
 * check. Call it outside of a transaction, because the check can wait for another server. Returns null if none was needed.
 *
 * @throws CaptchaFailure if the solution is missing, wrong, expired or used; 503 if the captcha service is unavailable.
 */
export const requireCaptcha = async (
  scope: Scope,
  tools: CaptchaTools,
  { response, isStaff, isDisabled }: CaptchaRequest,
): Promise<SolvedCaptcha | null> => {
  if (isStaff && isDisabled) return null
  if (!response) throw new CaptchaFailure('missing')
  if (response.length > MAX_RESPONSE) throw new CaptchaFailure('invalid')
  const solved = await captchaOf(scope, tools).check(response)
  if (!solved) throw new CaptchaFailure('invalid')
  if (!(await storeUse(scope, solved))) throw new CaptchaFailure('used')
  return solved
}

const captchaOf = (scope: Scope, { keys, outbound, config }: CaptchaTools): Captcha =>
  config.captchaVerifyUrl === ''
    ? createProofOfWorkCaptcha(scope, { keys, maxNumber: config.captchaMaxNumber })
    : createHostedCaptcha(scope, { outbound, config })

/** Stores the use of a solution. Returns whether it is the first: of simultaneous uses, the primary key accepts one. */
const storeUse = async ({ db }: Scope, { key, expiresAt }: SolvedCaptcha): Promise<boolean> => {
  const { count } = await db.prisma.usedCaptcha.createMany({
    data: [{ tenantId: db.tenantId, keyHash: keyHashOf(key), expiresAt }],
    skipDuplicates: true,
  })
  return count === 1
}

const deleteUse = async ({ db }: Scope, { key }: SolvedCaptcha): Promise<void> => {
  await db.prisma.usedCaptcha.deleteMany({ where: { tenantId: db.tenantId, keyHash: keyHashOf(key) } })
}

const keyHashOf = (key: string): Buffer<ArrayBuffer> => hash('sha256', key, 'buffer')

/** Returns what a registrant reads if an error is a captcha that was rejected; null for other errors. */
export const captchaMessageOf = (error: unknown): string | null =>
  error instanceof CaptchaFailure ? error.message : null
