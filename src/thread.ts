/** The thread of a process: work that would block the requests of others. */
import { reportTableTasks } from '#areas/finance/payment-processor/reports/reports.thread'
import { workbookTasks } from '#areas/people/imports/workbooks/workbooks.thread'
import { calendarTasks } from '#areas/work/calendars/calendars.thread'
import { templateTasks } from '#areas/work/mail/templates/templates.thread'
import { documentTasks } from '#kernel/documents/documents.thread'
import { htmlTasks } from '#kernel/html/html.thread'
import { passwordTasks } from '#kernel/identity/sign-in/password-rules.thread'
import { mailTextTasks } from '#kernel/mail/rendering/mail.thread'
import { serveTasks } from '#kernel/threads/serve-tasks'

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
