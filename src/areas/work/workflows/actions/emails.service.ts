import { type MailOtherwise, type MailRequest, queueMail } from '#services/mail/queue-mail'
import { readRefusals } from '#services/mail/refusals'
import type { DueRun } from '../engine/run.model.ts'
import type { STEP, StepOf } from '../steps/step.model.ts'
import { type ActionContext, type ActionResults, forAll, forEachOne } from './actions.model.ts'

type EmailStep = StepOf<typeof STEP.sendEmail>

export const NO_ADDRESS = 'The contact has no email address.'

/**
 * Queues an email to each contact, once for each visit to the step. Skips contacts without an address, and those whose
 * address must not be written to.
 */
export const performEmail = async (
  context: ActionContext,
  step: EmailStep,
  runs: readonly DueRun[],
): Promise<ActionResults> => {
  const { scope, tx, board } = context
  const next = board.after(step)
  const where = { tenantId: scope.db.tenantId, id: step.options.TemplateId }
  const template = await tx.mailTemplate.findFirst({ where, select: { id: true } })
  if (!template) return forAll(runs, { state: 'failed', outcome: 'Its template was deleted.' })
  const mails = runs.flatMap((run) => mailOf(context, step, run))
  await queueMail(scope, tx, mails)
  const keys = mails.map(({ key }) => key)
  const refusals = await readRefusals(tx, scope.db.tenantId, keys)
  return forEachOne(runs, (run) => {
    const outcome = run.emailAddress ? refusals.get(keyOf(step, run)) : NO_ADDRESS
    return outcome === undefined ? { state: 'done', next } : { state: 'skipped', outcome, next }
  })
}

/** Returns the key of the mail of a visit to an email step; conditions find the mail by it. */
export const makeMailKey = (runId: number, stepId: number, visit: number): string =>
  `workflow:${runId}:${stepId}:${visit}`

const keyOf = ({ id }: EmailStep, { runId, visits }: DueRun): string => makeMailKey(runId, id, (visits[id] ?? 0) + 1)

const mailOf = ({ workflow }: ActionContext, step: EmailStep, run: DueRun): MailRequest[] => {
  const { options } = step
  const { contactId, name, firstName, emailAddress } = run
  if (!emailAddress) return []
  return [
    {
      key: keyOf(step, run),
      templateKey: `template:${options.TemplateId}`,
      templateId: options.TemplateId,
      otherwise: overridesOf(options),
      to: { address: emailAddress, name, contactId },
      isTracked: true,
      data: { contact: { name, ...(firstName && { first_name: firstName }) }, workflow: { name: workflow.name } },
    },
  ]
}

const overridesOf = ({
  Subject,
  FromDisplayName,
  ReplyToEmailAddress,
  SignatureId,
}: EmailStep['options']): MailOtherwise => ({
  ...(Subject && { subject: Subject }),
  ...(FromDisplayName && { fromName: FromDisplayName }),
  ...(ReplyToEmailAddress && { replyTo: ReplyToEmailAddress }),
  ...(SignatureId && { signatureId: SignatureId }),
})
