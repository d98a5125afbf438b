import { performer } from '#kernel/threads/thread-task'
import { renderLiquid } from '#services/templates/liquid'
import { faultResult } from '#services/templates/template-fault'
import { listUnknownNames, renderDraft } from './drafts.model.ts'
import { RENDER_DRAFT, RENDER_SUBJECT } from './rendering.service.ts'
import { makeMailSamples } from './templates.model.ts'

export const templateTasks = [
  performer(RENDER_DRAFT, ({ draft, layoutHtml, variables, isPreview }) => ({
    parts: renderDraft(draft, layoutHtml, variables),
    unknownNames: isPreview ? listUnknownNames(draft) : [],
  })),
  performer(RENDER_SUBJECT, (subject) =>
    faultResult(() => renderLiquid('Subject', subject, 'text', makeMailSamples(null))),
  ),
]
