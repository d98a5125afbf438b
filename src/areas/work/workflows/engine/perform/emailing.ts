import { type MailOtherwise, type MailRequest, queueMail } from '../../../../../kernel/mail/queue-mail.ts'
import type { STEP } from '../../steps/step-types.ts'
import type { Traveller } from '../traveller.ts'
import { forAll, forEachOne, type Performing, type Results, type StepOf } from './performing.ts'

type EmailStep = StepOf<typeof STEP.sendEmail>

/** Asks for an email to each, once for each visit of the step. Who has no address is passed over. */
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
  await queueMail(
    tx,
    scope,
    travellers.flatMap((traveller) => mailOf(performing, step, traveller)),
  )
  return forEachOne(travellers, ({ emailAddress }) =>
    emailAddress ? { state: 'done', next } : { state: 'skipped', outcome: 'The contact has no email address.', next },
  )
}

/** What the mail of a visit to an email step is kept under. */
export const mailKey = (runId: number, stepId: number, visit: number): string => `workflow:${runId}:${stepId}:${visit}`

const mailOf = ({ workflow }: Performing, { id, options }: EmailStep, traveller: Traveller): MailRequest[] => {
  const { runId, contactId, name, firstName, emailAddress, visits } = traveller
  if (!emailAddress) return []
  return [
    {
      key: mailKey(runId, id, (visits[id] ?? 0) + 1),
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
