import { performer } from '#kernel/threads/thread-task'
import { faultResult } from '#services/templates/template-fault'
import { WRITE_MAIL } from './write-in-thread.ts'
import { writeMail } from './write-mail.ts'

export const mailTextTasks = [
  performer(WRITE_MAIL, ({ template, layoutHtml, variables, signature }) =>
    faultResult(() => writeMail(template, layoutHtml, variables, signature)),
  ),
]
