import type { STEP } from '../steps/step-types.ts'
import { type MailOtherwise, type MailRequest, queueMail } from '#kernel/mail/queue-mail'
import { readRefusals } from '#kernel/mail/refusals'
import type { Traveller } from '../engine/run.model.ts'
import { forAll, forEachOne, type Performing, type Results, type StepOf } from './action.model.ts'

type EmailStep = StepOf<typeof STEP.sendEmail>

/** What is said of who has no address to be written to. */
export const NO_ADDRESS = 'The contact has no email address.'

/**
 * Asks for an email to each, once for each visit of the step. Who has no address, or one that must not be written to, is
 * passed over.
 */
export const performEmail = async (
  performing: Performing,
  step: EmailStep,
  travellers: readonly Traveller[],
): Promise<Results> => {
  const { scope, tx, board } = performing
  const next = board.after(step)
  const where = { tenantId: scope.db.tenantId, id: step.options.TemplateId }
  const template = await tx.mailTemplate.findFirst({ where, select: { id: true } })
  if (!template) return forAll(travellers, { state: 'failed', outcome: 'Its template was deleted.', next })
  const mails = travellers.flatMap((traveller) => mailOf(performing, step, traveller))
  await queueMail(tx, scope, mails)
  const keys = mails.map(({ key }) => key)
  const refusals = await readRefusals(tx, scope.db.tenantId, keys)
  return forEachOne(travellers, (traveller) => {
    const outcome = traveller.emailAddress ? refusals.get(keyOf(step, traveller)) : NO_ADDRESS
    return outcome === undefined ? { state: 'done', next } : { state: 'skipped', outcome, next }
  })
}

/** What the mail of a visit to an email step is kept under. */
export const mailKey = (runId: number, stepId: number, visit: number): string => `workflow:${runId}:${stepId}:${visit}`

const keyOf = ({ id }: EmailStep, { runId, visits }: Traveller): string => mailKey(runId, id, (visits[id] ?? 0) + 1)

const mailOf = ({ workflow }: Performing, step: EmailStep, traveller: Traveller): MailRequest[] => {
  const { options } = step
  const { contactId, name, firstName, emailAddress } = traveller
  if (!emailAddress) return []
  return [
    {
      key: keyOf(step, traveller),
      templateKey: `template:${options.TemplateId}`,
      templateId: options.TemplateId,
      otherwise: otherwiseOf(options),
      to: { address: emailAddress, name, contactId },
      isTracked: true,
      data: { contact: { name, ...(firstName && { first_name: firstName }) }, workflow: { name: workflow.name } },
    },
  ]
}

const otherwiseOf = ({ Subject, FromDisplayName, ReplyToEmailAddress }: EmailStep['options']): MailOtherwise => ({
  ...(Subject && { subject: Subject }),
  ...(FromDisplayName && { fromName: FromDisplayName }),
  ...(ReplyToEmailAddress && { replyTo: ReplyToEmailAddress }),
})
