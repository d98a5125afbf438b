import { oneLine } from '#kernel/mail/address'
import { renderLiquid } from '#kernel/mail/rendering/liquid'
import { TemplateFault } from '#kernel/mail/rendering/template-fault'
import { samplesOf } from './templates.model.ts'

/** What keeps a text from being the subject of mail by a template of the tenant's own, in words; null where nothing does. */
export const subjectFault = (subject: string): string | null => {
  try {
    return oneLine(renderLiquid('Subject', subject, 'text', samplesOf(null))) === '' ? 'comes out empty' : null
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error
    return `line ${error.line}, column ${error.column}: ${error.what}`
  }
}
