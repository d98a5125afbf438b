/** The thread of a process: work that would block the requests of others. */
import { reportTableTasks } from '#areas/finance/payment-processor/reports/reports.thread'
import { workbookTasks } from '#areas/people/imports/workbooks/workbooks.thread'
import { calendarTasks } from '#areas/work/calendars/calendars.thread'
import { templateTasks } from '#areas/work/mail/templates/templates.thread'
import { serveTasks } from '#kernel/threads/serve-tasks'
import { documentTasks } from '#services/documents/documents.thread'
import { htmlTasks } from '#services/html/html.thread'
import { passwordTasks } from '#services/identity/sign-in/password-rules.thread'
import { mailTextTasks } from '#services/mail/rendering/mail.thread'

serveTasks([
  ...htmlTasks,
  ...mailTextTasks,
  ...templateTasks,
  ...calendarTasks,
  ...documentTasks,
  ...reportTableTasks,
  ...passwordTasks,
  ...workbookTasks,
])
