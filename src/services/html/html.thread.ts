import { performer } from '#kernel/threads/thread-task'
import { CLEAN_TEXTS } from './clean-fields.ts'
import { cleanHtml } from './clean-html.ts'

export const htmlTasks = [performer(CLEAN_TEXTS, (texts) => texts.map(cleanHtml))]
