import type { Scope } from '#kernel/tenancy/scope'
import { inThreadForJob, ThreadOverrun } from '#kernel/threads/thread'
import { threadTask } from '#kernel/threads/thread-task'
import { type FaultResult, TemplateFault, thrownFault } from '#services/templates/template-fault'
import type { MailParts, MailVariables, TemplateTexts } from './mail-parts.ts'

interface MailInput {
  template: TemplateTexts
  layoutHtml: string
  variables: MailVariables
  /** Sanitized HTML after the text; empty without a signature. */
  signature: string
}

export const WRITE_MAIL = threadTask<MailInput, FaultResult<MailParts>>('write-mail')

/** Renders a mail in the thread, as `writeMail` does. @throws TemplateFault */
export const writeInThread = async (scope: Pick<Scope, 'tenant'>, input: MailInput): Promise<MailParts> => {
  const result = await inThreadForJob(scope, WRITE_MAIL, input).catch((error) => {
    throw error instanceof ThreadOverrun ? TemplateFault.slow('Html') : error
  })
  return thrownFault(result)
}
