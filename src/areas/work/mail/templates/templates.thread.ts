import { performer } from '#kernel/threads/thread-task'
import { renderLiquid } from '#services/templates/liquid'
import { faultResult } from '#services/templates/template-fault'
import { renderDraft, unknownNames } from './drafts.model.ts'
import { RENDER_DRAFT, RENDER_SUBJECT } from './rendering.service.ts'
import { mailSamples } from './templates.model.ts'

export const templateTasks = [
  performer(RENDER_DRAFT, ({ draft, layoutHtml, variables, isPreview }) => ({
    parts: renderDraft(draft, layoutHtml, variables),
    unknownNames: isPreview ? unknownNames(draft) : [],
  })),
  performer(RENDER_SUBJECT, (subject) =>
    faultResult(() => renderLiquid('Subject', subject, 'text', mailSamples(null))),
  ),
]
